import type { Meaning } from '../../../mapping.rules.ts'
import { accentedOf, foldedWords, hasNoSpaces } from './folded.ts'

/** Words of trackers and of people for a status, in some twenty languages, divided by bars. */
const WORDS: readonly (readonly [Meaning, string])[] = [
  [
    'want_to_play',
    `want to play|backlog|in backlog|wishlist|wish list|in wishlist|wishlisted|planning|plan to play|planned|to play|toplay|not started
|unplayed|not played|never played|want|wanted|new|unstarted|untouched|queued|queue|up next|todo|to do|yet|not yet|up for play|next|later|someday
|not yet started|not begun|yet to play|yet to start|not played yet|pile of shame|haven t played|haven t started|ready to start
|noch nicht gespielt|nicht gespielt|nicht begonnen|nicht angefangen|nicht gestartet|noch nicht begonnen|noch nicht angefangen|ungespielt|wunschliste
|geplant|will ich spielen|möchte ich spielen|offen|zu spielen|noch spielen|warteliste|vorgemerkt|pile of shame
|à faire|à jouer|envie|pas commencé|pas encore commencé|non commencé|liste de souhaits|souhaité|pas joué|non joué|jamais joué|jamais commencé|à commencer|prévu|en attente|pile de la honte|envie d y jouer
|pendiente|pendientes|por jugar|deseado|sin empezar|sin jugar|no jugado|no empezado|no comenzado|no iniciado|sin iniciar|sin comenzar|lista de deseos|quiero jugar|quiero jugarlo|planeado|por empezar|en espera de jugar
|quero jogar|para jogar|não iniciado|lista de desejos|desejado|não jogado|não comecei|não começado|por jogar|pendente|desejos|planejado|na fila|vou jogar|fila|a jogar
|da giocare|lista dei desideri|desiderato|desiderati|non iniziato|da iniziare|in lista|non giocato|voglio giocare|pianificato|mai giocato|mai iniziato|da fare|da cominciare
|do zagrania|chcę zagrać|nierozpoczęta|nierozpoczęte|nierozpoczęty|lista życzeń|planowane|planowana|kupka wstydu|nie rozpoczęto|nie rozpoczęta|nie grane|nieograne|zaplanowane|zaplanowana|chcę|w planach|do ogrania|nie zaczęta|nie zaczęte|nie grałem|nieruszona|nieruszone|nieruszony|nietknięta|nietknięte|nietknięty
|хочу поиграть|хочу|в планах|не начато|не начата|не начал|список желаний|запланировано|бэклог|беклог|желаемое|буду играть|не играл|не играно|планирую|хочу сыграть|не пройдено
|積みゲー|未プレイ|やりたい|欲しい|未開始|積み|プレイ予定|未着手|ほしい|ウィッシュリスト|バックログ|気になる|これから|遊びたい|予定|未クリア
|想玩|未开始|愿望单|待玩|未玩|没玩|还没玩|计划|想要|未開始|待通关|未通关|积压|没开始|準備玩
|하고 싶음|하고싶음|미플레이|위시리스트|예정|시작 안 함|백로그|찜|안 함|안 해봄|아직 안 해봄|아직 안 함|시작 전|플레이 예정|하고 싶은|대기|미시작|할 예정
|wil ik spelen|nog te spelen|nog spelen|moet nog|moet ik nog spelen|moet nog spelen|ligt nog klaar|te spelen|verlanglijst|niet begonnen|niet gestart|ongespeeld|nog niet gespeeld|niet gespeeld|wil spelen|gepland|vill spela|att spela|ospelat|ospelad|inte påbörjat|önskelista|ej påbörjad|ej påbörjat|ska spela|vil spille|ikke startet|ikke begyndt|ikke påbegynt|ønskeliste|skal spilles|uspillet|uspilt|haluan pelata|pelaamatta|ei aloitettu|toivelista|jonossa|pelaamaton|chci hrát|nehrál|nehrála|ještě jsem nehrál|ještě nehráno|nezahájeno|nehráno|v plánu|seznam přání|k hraní|čeká na hraní|čeká na zahrání|čeká|nezačato|oynanacak|oynamak istiyorum|istek listesi|oynanmadı|oynamadım|henüz oynamadım|henüz başlamadım|başlamadım|henüz başlanmadı|bekliyor|başlanmadı|sırada|хочу пограти|не розпочато|заплановано|список бажань|játszani akarok|tervezett|kívánságlista|még nem játszott`,
  ],
  [
    'playing',
    `playing|currently playing|now playing|in progress|inprogress|started|active|progress|ongoing|playing now|current|am playing|began|unfinished|underway|still playing|in rotation|doing|wip|work in progress
|am spielen|spiele ich gerade|spiele gerade|läuft|angefangen|aktuell|wird gespielt|in arbeit|begonnen|gestartet|spiele|gerade dabei|am zocken|spiele ich|laufend|im gange|dabei|in bearbeitung|aktiv
|en cours|commencé|je joue|en train|j y joue|entamé|débuté|en cours de jeu
|jugando|en curso|en progreso|empezado|en proceso|iniciado|comenzado|jugando ahora|actualmente jugando|a medias
|jogando|em andamento|a jogar agora|em progresso|em curso|iniciado|começado|jogando agora|jogando atualmente
|in corso|sto giocando|iniziato|giocando|a metà|a metà strada|cominciato|in gioco|ci sto giocando
|w trakcie|gram|rozpoczęta|rozpoczęte|rozpoczęty|rozpoczęto|grana|teraz gram|zaczęta|zaczęte|aktualnie gram|obecnie gram|w toku|grane
|играю|в процессе|прохожу|начато|начал|начата|сейчас играю|играю сейчас|прохождение|в игре
|プレイ中|進行中|遊んでいる|プレイしている|攻略中|途中|遊び中|やってる
|在玩|进行中|正在玩|游玩中|玩|正在进行|遊玩中|進行中|在进行|正在游玩|游戏中
|플레이 중|플레이중|진행 중|진행중|하는 중|하는중|플레이하는 중
|bezig|aan het spelen|speelt|speel ik nu|mee bezig|spelar|pågår|pågående|spelas|spiller|i gang|spiller nu|spiller nå|pelaan|kesken|pelaamassa|pelataan|hraji|hraju|rozehráno|rozehraná|právě hraji|probíhá|oynuyorum|oynanıyor|devam ediyor|devam|граю|в процесі|проходжу|játszom|folyamatban`,
  ],
  [
    'paused',
    `paused|pause|on hold|onhold|on a hold|onahold|hold|shelved|stopped|tried|suspended|on pause|on ice|taking a break|backburner|sampled
|pausiert|unterbrochen|pausierend|zurückgestellt|auf eis|pausieren
|en pause|mis de côté|suspendu|mis en pause|interrompu
|en pausa|pausado|aplazado|pospuesto|en espera|aparcado|suspendido|parado
|em pausa|em espera|suspenso|interrompido|adiado
|in pausa|sospeso|messo da parte|sospesa|in sospeso|rimandato
|wstrzymana|wstrzymane|wstrzymany|wstrzymano|pauza|zawieszona|zawieszone|odłożona|odłożone|na później
|отложено|на паузе|приостановлено|пауза|отложена|отложил|приостановлена
|中断|中断中|保留|休止中|一時停止|休止|お休み中
|暂停|搁置|暂停中|搁置中|擱置|已搁置|暂时搁置|先放着
|보류|일시 중지|일시중지|중단|보류 중|멈춤|잠시 중단|쉬는 중
|gepauzeerd|op pauze|onderbroken|in de wacht|pausat|pausad|vilande|på pause|satt på vent|tauolla|pozastaveno|přerušeno|odloženo|ara verildi|beklemede|duraklatıldı|на паузі|призупинено|відкладено|szüneteltetve`,
  ],
  ['replaying', 'replaying|replay|repeating|replays|playing again|second playthrough'],
  ['endless', 'endless|continuous|multiplayer|no end|evergreen|live service|online'],
  [
    'completed',
    `completed|complete|beaten|beat|finished|done|cleared|clear|played|story completed|won|main story|campaign completed|campaigncompleted
|finished main story|main story complete|main story completed|story complete|story finished|story beaten|credits rolled|credits|completed story|rolled credits|game completed|played through|beat it|ended
|durchgespielt|abgeschlossen|beendet|fertig|geschafft|gespielt|durch|fertig gespielt|hauptstory abgeschlossen|story abgeschlossen|story durch|erledigt|vollendet
|terminé|terminée|terminés|fini|finie|finis|complété|complétée|fait|achevé|joué|bouclé|histoire terminée|finito
|completado|completada|completados|terminado|terminada|terminados|acabado|acabada|finalizado|finalizada|pasado|jugado|superado|hecho|historia completada|completo|completa
|zerado|zerada|zerados|zeradas|zerei|concluído|concluída|finalizei|terminei|jogado|feito|zerou
|completato|completata|completati|finito|finita|finiti|terminato|terminata|concluso|conclusa|fatto|giocato|storia completata
|ukończona|ukończone|ukończony|ukończono|ukończyłem|ukończyłam|przeszedłem|przeszłam|przejście|przeszedł|przejdziona|skończona|skończone|skończony|skończono|zakończona|zakończone|zakończono|zaliczona|zaliczone|ograne|ograna|przeszedł em
|пройдено|пройдена|пройден|прошел|прошла|завершено|завершена|завершил|закончено|закончил|закончена|сыграно|прошёл|пройденные
|クリア済み|クリア済|クリア|クリアした|完了|済|終了|プレイ済み|プレイ済|クリアー|エンディング|攻略済み|クリアずみ|遊んだ
|通关|已通关|完成|已完成|玩过|通過|已玩|打通|玩完|主线通关|已玩完|通關|已破|破关|玩過
|클리어|완료|엔딩|엔딩 봄|완료됨|클리어함|해봄|해 봄|끝|완료함|엔딩봄|플레이 완료|클리어 완료|다 깸|깸|완결|했음
|uitgespeeld|voltooid|klaar|afgerond|gespeeld|klarat|klarad|klar|avklarad|avklarat|avslutat|färdig|färdigt|genomspelat|spelat|gennemført|fullført|færdig|ferdig|gennemspillet|spilt gjennom|gjennomført|spillet|spilt|läpäisty|pelattu läpi|valmis|dohráno|dohraná|dokončeno|dokončena|hotovo|bitirdim|bitti|bitirildi|tamamlandı|tamamladım|пройшов|пройшла|kijátszva|befejezve|kész|végigjátszva`,
  ],
  ['main_extras', 'main story extras|main extras|main sides|main and extras|story and extras'],
  [
    'completionist',
    `completionist|100|100 completed|100 completion|mastered|platinum|fully completed|dominated|platinumed|100 percent|plat|platted|all achievements|perfect|perfected|perfect game|fully complete|1000g
|platin|komplettiert|platiniert|100 abgeschlossen|vollständig|alle erfolge|alle trophäen|platin geholt
|platine|platiné|platinée|terminé à 100|fini à 100|cent pour cent|complété à 100
|platino|completado al 100|platinado|platinada|al 100|100 completado|completato al 100|platinato|completo al 100
|platina|platinado 100|platinei|100 concluído
|platyna|ukończona w 100|platynowa|calak|splatynowane|splatynowana|wymaksowana|wymaksowane
|платина|пройдено на 100|на 100|все достижения|выбита платина|платину выбил
|プラチナ|トロコン|コンプリート|全実績|コンプ|実績コンプ|全クリ|完全クリア|やり込み済み|フルコンプ|実績解除
|全成就|白金|全收集|完美通关|百分百|全通关|白金奖杯|全奖杯|全成就通关|白金達成
|플래티넘|올클리어|올 클리어|도전과제 완료|전과제|플래|완벽 클리어|100 완료|트로피 컴플
|100 voltooid|alles gehaald|na 100 dohráno|платину вибито`,
  ],
  [
    'dropped',
    `dropped|drop|abandoned|abandon|quit|gave up|given up|give up|discarded|dnf|did not finish|retired|never finished|won t finish|not finishing|stopped playing|uninstalled|bounced off|rejected
|abgebrochen|aufgegeben|aufgehört|verworfen|nicht beendet|hingeschmissen|beiseitegelegt
|abandonné|abandonnée|abandonnés|arrêté|laissé tomber|lâché|abandon|stoppé
|abandonado|abandonada|abandonados|dejado|descartado|dropeado|droppeado|lo dejé|rendido
|dropado|dropei|desisti|desistido|largado|larguei|abandonei
|abbandonato|abbandonata|abbandonati|droppato|mollato|mollata|lasciato|interrotto|droppata|lasciato perdere
|porzucona|porzucone|porzucony|porzucono|przerwana|przerwane|przerwano|porzuciłem|rzucona|dropnięte|zarzucona|zarzucone|odpuszczona|odpuszczone|odpuszczony
|брошено|брошена|заброшено|заброшена|бросил|бросила|дропнул|дроп|забросил|дропнуто|не зашло
|やめた|挫折|断念|途中でやめた|積んだ|放棄|ギブアップ|リタイア|中止|投げた|飽きた|売却
|弃坑|放弃|弃游|已放弃|弃|棄坑|放棄|弃了|不玩了|退坑|已弃
|포기|하차|그만둠|중도 포기|드랍|중도하차|접음|포기함|때려침|그만 둠
|gestopt|opgegeven|afgebroken|afgehaakt|laten vallen|avbrutet|avbruten|övergivet|övergiven|slutade|gav upp|droppet|opgivet|gitt opp|afbrudt|avbrutt|stoppet|forladt|jätetty kesken|kesken jätetty|lopetettu|luovutettu|nedohráno|opuštěno|vzdal jsem|zahozeno|nedokončeno|bıraktım|bırakıldı|yarım bıraktım|yarıda bıraktım|yarıda kaldı|yarım kaldı|terk edildi|кинуто|покинуто|закинуто|кинув|abbahagyva|félbehagyva`,
  ],
  [
    'owned',
    'owned|own|collection|not applicable|none|no status|uncategorized|null|in collection|library|in library|im besitz|gekauft|possédé|comprado|posseduto|posiadana|куплено|所持|拥有|보유',
  ],
]

/** Words for a status in the form in which they are compared; the first meaning of a word counts. */
export const STATUS_WORDS: Readonly<Record<string, Meaning>> = Object.fromEntries(
  WORDS.flatMap(([meaning, list]) =>
    list.split(/[\n|]+/).map((word) => [foldedWords(word), meaning] as const),
  ).toReversed(),
)
/** Words with letters beyond ASCII, as they are written: in a wrong encoding they are none. */
export const ACCENTED_WORDS: ReadonlySet<string> = accentedOf(WORDS.map(([, list]) => list))
/** The longest phrase without spaces. */
const LONGEST_PHRASE = 12

/** A text of more words is a sentence and no status. */
const MOST_WORDS = 5
const LONGEST = 60
/** Words that turn the meaning of the next one around. A phrase of the list above with such a word is a word of its own. */
export const NEGATIONS =
  /^(?:not|no|non|never|nicht|kein|keine|ne|pas|sin|sem|nao|mai|nie|не|нет|without|un|almost|fast|nearly|casi|quase|quasi|presque|prawie|почти|ej|inte|ikke|ei|niet|geen|degil|nem|ні)$/

const known = new Map<string, Meaning | undefined>()

/**
 * Returns what a word for a status means; undefined if it says nothing. A status may have more words around it: 'Beaten (100%)',
 * 'Backlog (owned)', '✅ Finished'. Words that contradict a meaning, such as 'not', mean nothing.
 */
export function meaningOf(text: string): Meaning | undefined {
  if (text.length > LONGEST || !/\p{L}|100/u.test(text)) return undefined
  if (known.has(text)) return known.get(text)
  const meaning = readMeaning(foldedWords(text))
  if (known.size < 5000) known.set(text, meaning)
  return meaning
}

function readMeaning(words: string): Meaning | undefined {
  if (Object.hasOwn(STATUS_WORDS, words)) return STATUS_WORDS[words]
  const list = words.split(' ')
  if (list.length > MOST_WORDS || words === '') return undefined
  if (
    hasNoSpaces(words)
      ? /^(?:[未没不미안]|아직|まだ|还没|還沒|尚未)/.test(words)
      : list.some((word) => NEGATIONS.test(word))
  )
    return negated(words, list)
  const phrases = phrasesIn(words, list)
  const [phrase] = phrases
  if (phrase === undefined) return undefined
  // 'Dropped while playing'.
  const isDropped = phrases.some((each) => STATUS_WORDS[each] === 'dropped')
  const meaning = isDropped && STATUS_WORDS[phrase] === 'playing' ? 'dropped' : STATUS_WORDS[phrase]
  // 'Completed (100%)' and 'All achievements, finished' are more than completed.
  const isWhole = /(?:^|\D)100(?!\d)/.test(words) || phrases.some((each) => STATUS_WORDS[each] === 'completionist')
  return meaning === 'completed' && isWhole ? 'completionist' : meaning
}

/** Returns the words for a status within other words, the longest first. */
function phrasesIn(words: string, list: readonly string[]): string[] {
  const found: string[] = []
  const add = (phrase: string) => {
    if (Object.hasOwn(STATUS_WORDS, phrase) && (phrase.length > 2 || hasNoSpaces(phrase))) found.push(phrase)
  }
  for (let from = 0; from < list.length; from += 1)
    for (let to = from + 1; to <= list.length; to += 1) add(list.slice(from, to).join(' '))
  if (hasNoSpaces(words))
    for (let from = 0; from < words.length; from += 1)
      for (let length = 1; length <= LONGEST_PHRASE; length += 1) add(words.slice(from, from + length))
  return found.toSorted((a, b) => b.length - a.length)
}

/** Beginnings of words for what one has not done with a game that waits: 'Не начинал', 'never touched'. */
const BEGUN =
  /^(?:start(?:ed)?|begun|began|play(?:ed)?|touch|open|install|launch|tried|angefang|begonn|gespiel|gestart|angefass|commence|joue|debute|empez|jugad|jugue|inici|comenz|tocad|jogad|jogue|comec|giocat|iniziat|cominciat|avviat|rozpocz|zacz|gra(?:ne|na|l[ae]?m|ny)|rusz|начат|начин|начал|играл|играно|трога|запус|открыв|spelat|spelad|borjat|paborj|startat|gespeeld|spillet|spilt|begynt|pabegynt|startet|pelattu|aloit|hran|zahaj|zacat|грав|почин|почат)(?!ing)/

/** 'Not started yet' has a phrase that says so; 'not completed' says only what it is not. */
function negated(words: string, list: readonly string[]): Meaning | undefined {
  const phrase = phrasesIn(words, list).find((each) => STATUS_WORDS[each] === 'want_to_play' && each.includes(' '))
  return phrase !== undefined || list.some((word) => BEGUN.test(word)) ? 'want_to_play' : undefined
}

const PLAYED = new Set(
  'played|해봄|해 봄|gespielt|joué|jugado|jogado|giocato|gespeeld|spelat|ograne|ograna|ograny|сыграно|プレイ済み|玩过|玩過|已玩|spillet|spilt'
    .split('|')
    .map(foldedWords),
)

/** Returns whether a word says that a game was played, which means less than finished beside another word that says more. */
export const isPlayed = (word: string): boolean => PLAYED.has(foldedWords(word))

/** Words for a status that are parts of names as well: 'Tetris (New)', 'Sonic (Online)'. */
const OTHER_SENSE =
  /^(?:new|next|later|current|active|clear|won|beat|perfect|online|collection|progress|want|hold|library|\d+)$/

/** Returns the meaning of a text that is a word for a status and nothing else; null for any other text. */
export function statusNamed(text: string): Meaning | null {
  const words = foldedWords(text)
  const meaning = Object.hasOwn(STATUS_WORDS, words) && !OTHER_SENSE.test(words) ? STATUS_WORDS[words] : undefined
  return meaning === undefined || meaning === 'owned' || meaning === 'endless' ? null : meaning
}
