import type { Meaning } from '../../../mapping.rules.ts'

/** Words of trackers and of people for a status, in some thirty languages, divided by bars. */
export const STATUS_WORD_LISTS: readonly (readonly [Meaning, string])[] = [
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
|wil ik spelen|nog te spelen|nog spelen|moet nog|moet ik nog spelen|moet nog spelen|ligt nog klaar|te spelen|verlanglijst|niet begonnen|niet gestart|ongespeeld|nog niet gespeeld|niet gespeeld|wil spelen|gepland|vill spela|att spela|ospelat|ospelad|inte påbörjat|önskelista|ej påbörjad|ej påbörjat|ska spela|vil spille|ikke startet|ikke begyndt|ikke påbegynt|ønskeliste|skal spilles|uspillet|uspilt|haluan pelata|pelaamatta|ei aloitettu|toivelista|jonossa|pelaamaton|chci hrát|nehrál|nehrála|ještě jsem nehrál|ještě nehráno|nezahájeno|nehráno|v plánu|seznam přání|k hraní|čeká na hraní|čeká na zahrání|čeká|nezačato|oynanacak|oynamak istiyorum|istek listesi|oynanmadı|oynamadım|henüz oynamadım|henüz başlamadım|başlamadım|henüz başlanmadı|bekliyor|başlanmadı|sırada|хочу пограти|не розпочато|заплановано|список бажань|játszani akarok|tervezett|kívánságlista|még nem játszott
|in backlog|wish to play|pre ordered|preordered|plan to start|un played|won t start yet|saved for later|owned not played
|als nächstes|möchte spielen|noch zu spielen|später spielen|wird noch gespielt|gewünscht|wunsch
|à venir|planifié|planifiée|pas encore joué|pas encore jouée|non débuté|non lancé|pas lancé|à débuter|je veux y jouer|jamais lancé|souhaitée
|para jugar|por comenzar|planificado|lo quiero|quiero|interesado|próximo|próximamente|sin tocar|en cola|en lista
|pretendo jogar|planeado|planeio jogar|desejo|a fazer|por iniciar|nunca joguei|ainda não joguei|na lista|quero|não joguei|próximo da fila
|vorrei giocarlo|vorrei giocare|in programma|in coda|non cominciato|non ancora iniziato|non ancora giocato|desiderata|voglio giocarlo
|na później|oczekujące|oczekuje|w kolejce|czeka|chce zagrać|planuję|w planie|nie grałam|nie ruszone|niezaczęta|niezaczęte|nie rozpoczęte
|отложено на потом|на потом|в очереди|в ожидании|вишлист|в вишлисте|хочу пройти|планируется|в списке|в списке желаемого|собираюсь играть|не запускал
|購入予定|これからやる|いつかやる|プレイしたい|未開封|未購入|やる予定|待機中|待機|積んでる|ほしいもの|積みゲ
|打算玩|计划玩|計劃遊玩|計畫遊玩|待遊玩|待游玩|未游玩|未遊玩|吃灰|愿望清单|願望清單|心愿单|库存|想买|尚未开始|准备玩|積壓|以后玩|稍后玩
|관심|쌓아둠|구매 예정|할 예정|플레이 안 함|안함|위시|해볼 게임|하고 싶어요
|wensenlijst|op de lijst|staat klaar|staat nog klaar|nog niet begonnen|planerat|planerad|i kö|ej spelat|ej spelad|inte spelat|ikke spillet|ikke spilt|ikke begynt|planlagt|vil prøve|suunniteltu|aloittamatta|aion pelata|plánováno|k zahrání|nezahráno|planlanan|planlandı|alınacak|oynayacağım|sıradaki|не грав|не грала|не починав|у планах|nem kezdtem el|nem játszott|játszanék
|θέλω να παίξω|θα παίξω|θα το παίξω|για παίξιμο|προς παίξιμο|δεν ξεκίνησα|δεν το ξεκίνησα|δεν έχω ξεκινήσει|δεν το έχω ξεκινήσει|δεν έχει ξεκινήσει|δεν ξεκίνησε|δεν το έχω παίξει|δεν έχω παίξει|δεν το έπαιξα|αξεκίνητο|άπαιχτο|στη λίστα|λίστα επιθυμιών|επιθυμητό|επόμενο|για αργότερα|σκοπεύω να παίξω|στο πρόγραμμα|προγραμματισμένο
|muốn chơi|chưa chơi|chưa bắt đầu|chưa đụng|chưa đụng tới|chưa mở|sẽ chơi|dự định|dự định chơi|định chơi|kế hoạch|lên kế hoạch|danh sách mong muốn|mong muốn|danh sách chờ|chờ chơi|để dành|để sau|chơi sau|cần chơi|tồn đọng
|želim igrati|želim|za igrati|za igranje|za odigrati|planirano|planiram|planiram igrati|u planu|nije započeto|nisam počeo|nisam počela|nisam započeo|nisam igrao|nisam još igrao|još nisam igrao|još nisam počeo|nezapočeto|neigrano|neodigrano|lista želja|popis želja|na popisu|na listi|sljedeće|sljedeća|kasnije|želim da igram
|ingin main|ingin dimainkan|mau main|mau dimainkan|pengen main|belum main|belum dimainkan|belum mulai|belum dimulai|belum pernah main|belum disentuh|belum tersentuh|belum sempat main|akan dimainkan|akan main|rencana|rencana main|direncanakan|daftar keinginan|daftar tunggu|antrian|antrean|dalam antrian|nanti|main nanti|berikutnya|selanjutnya|incaran
|أريد أن ألعبها|أريد أن ألعب|أريد لعبها|أرغب في لعبها|أود لعبها|أنوي لعبها|سألعبها|سألعبها لاحقا|لم ألعبها|لم ألعبها بعد|لم ألعب|لم تلعب|لم تبدأ|لم تبدأ بعد|لم يبدأ|لم أبدأ|لم أبدأ بعد|لم أبدأها|لم أبدأها بعد|غير ملعوبة|قائمة الانتظار|في قائمة الانتظار|قائمة الأمنيات|قائمة الرغبات|مخطط لها|مخطط|أخطط للعبها|لاحقا|للعب لاحقا|في القائمة|التالية
|de jucat|de început|vreau să joc|vreau să îl joc|vreau|neînceput|neîncepută|nejucat|nejucată|nu am început|nu l am început|nu am jucat|nu l am jucat|n am început|n am jucat|planificat|planificată|listă de dorințe|lista de dorințe|dorit|pe listă|în plan|în coadă|urmează|următorul|mai târziu|pentru mai târziu|voi juca
|อยากเล่น|ยังไม่ได้เล่น|ยังไม่เล่น|ยังไม่เริ่ม|ยังไม่ได้เริ่ม|ยังไม่แตะ|รอเล่น|จะเล่น|ว่าจะเล่น|วางแผน|วางแผนจะเล่น|อยากได้|ดอง|ดองไว้|กองดอง|เกมดอง|รอคิว
|खेलना है|खेलना चाहता हूँ|खेलना चाहता हूं|खेलना चाहती हूँ|खेलना बाकी|शुरू नहीं किया|शुरू नहीं हुआ|अभी शुरू नहीं किया|नहीं खेला|अभी तक नहीं खेला|अभी नहीं खेला|इच्छा सूची|बाद में|बाद में खेलूंगा|खेलूंगा|खेलूँगा|योजना|योजना में|सूची में
|רוצה לשחק|רוצה|לא התחלתי|עוד לא התחלתי|עדיין לא התחלתי|טרם התחלתי|לא שיחקתי|עוד לא שיחקתי|עדיין לא שיחקתי|לשחק בעתיד|מתוכנן|מתכנן לשחק|ברשימה|רשימת משאלות|רשימת המתנה|בתור|הבא בתור|בהמשך|לא הותחל
|még nem kezdtem|nem kezdtem|nincs elkezdve|majd egyszer|hátra van|ще не грав|ще не грала|ще не починав|ще не почав|δεν το έχω αγγίξει|δεν το έχω ακουμπήσει|προσεχώς|προς το παρόν όχι|nisam još počeo|još nije započeto|ما لعبتها|ما بديتها|لسه ما لعبتها|ما بدأتها|يوما ما|ยังไม่ได้เริ่มเล่น|ยังไม่เคยเล่น|עוד לא נגעתי|לא נגעתי|daha başlamadım|daha oynamadım|en ole aloittanut|en ole pelannut|ikke begyndt endnu|ikke spillet endnu|ikke begynt ennå|ikke spilt ennå|még nem játszottam`,
  ],
  [
    'playing',
    `playing|currently playing|gerade dran|bin dran|noch dran|now playing|in progress|inprogress|started|active|progress|ongoing|playing now|current|am playing|began|unfinished|underway|still playing|in rotation|doing|wip|work in progress
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
|bezig|aan het spelen|speelt|speel ik nu|mee bezig|spelar|pågår|pågående|spelas|spiller|i gang|spiller nu|spiller nå|pelaan|kesken|pelaamassa|pelataan|hraji|hraju|rozehráno|rozehraná|právě hraji|probíhá|oynuyorum|oynanıyor|devam ediyor|devam|граю|в процесі|проходжу|játszom|folyamatban
|resumed|midway|half way|halfway|halfway through|begun|working on it|working on|in play|mid game|continuing|on going|partially completed|first playthrough|actively playing
|angespielt|derzeit am spielen|momentan am spielen|zocke gerade|noch dabei|weiterspielen
|actuellement|joue actuellement|j y joue actuellement|actif|repris|démarré|démarrée|entamée|commencée|débutée|en jeu|je suis dessus|en partie
|actualmente|empezada|comenzada|iniciada|retomado|activo|activa|a mitad|jugándolo|en marcha|en ello
|atualmente|comecei|iniciada|começada|em jogo|ativo|a meio|no meio|estou jogando|estou a jogar|na metade
|attualmente|attivo|avviato|iniziata|cominciata|ripreso|in svolgimento|giocando ora
|aktywna|aktywne|teraz gram|ogrywam|ogrywane|rozgrywana|zacząłem|zaczęty|w grze
|играется|начал играть|прохожу сейчас|в игре сейчас|активно|на прохождении
|開始|プレイ開始|現在プレイ中|継続中|周回中|やり中|遊び途中|途中まで|着手
|在打|中途|遊戲中|玩到一半|开始玩|玩着|游玩|正在遊玩|通關中|在遊玩|正在攻略
|시작|시작함|플레이함 중|현재 플레이 중|하고 있음|반복 플레이 중
|gestart|begonnen met spelen|actief|lopend|mee begonnen|nu aan het spelen|halverwege|påbörjat|påbörjad|börjat|började|startat|spelar just nu|startet|påbegyndt|påbegynt|igangværende|pågående|spiller just nu|aloitettu|aloitin|menossa|hraje se|začato|rozehrán|başladım|başlandı|şu an oynuyorum|devam ediyorum|oynamaktayım|розпочато|у процесі|почав|граю зараз|elkezdve|elkezdtem
|παίζω|το παίζω|παίζω τώρα|το παίζω τώρα|παίζω ακόμα|παίζεται|σε εξέλιξη|εν εξελίξει|στη μέση|στα μισά|τρέχον|ξεκίνησα|το ξεκίνησα|ξεκίνησε|άρχισα|το άρχισα
|đang chơi|đang chơi dở|đang dở|đang tiến hành|mới chơi|mới bắt đầu|đã bắt đầu|bắt đầu chơi|đang cày|hiện đang chơi|vẫn đang chơi
|igram|trenutno igram|upravo igram|još igram|igra se|u tijeku|u toku|započeto|započeta|započeo|započela|počeo|počela|počeo igrati|na pola|trenutno
|sedang dimainkan|sedang main|sedang bermain|lagi main|lagi dimainkan|masih main|masih dimainkan|sedang berjalan|sedang berlangsung|berlangsung|dalam proses|sedang|baru mulai|sudah mulai|setengah jalan
|ألعبها|ألعبها الآن|ألعبها حاليا|ألعب|ألعب الآن|ما زلت ألعبها|لا زلت ألعبها|قيد اللعب|جاري اللعب|جار اللعب|جارية|قيد التقدم|حاليا|الآن|بدأت|بدأتها|بدأت اللعب|في المنتصف|مستمرة|يتم لعبها
|joc acum|îl joc|îl joc acum|încă joc|mă joc|în curs|în curs de joc|în desfășurare|în progres|început|începută|am început|l am început|pe parcurs|la jumătate
|กำลังเล่น|กำลังเล่นอยู่|เล่นอยู่|ยังเล่นอยู่|เริ่มแล้ว|เริ่มเล่นแล้ว|ตอนนี้เล่น
|खेल रहा हूँ|खेल रहा हूं|खेल रही हूँ|खेल रहे हैं|खेल रहा|अभी खेल रहा हूँ|जारी|जारी है|चल रहा है|चालू|शुरू किया|प्रगति में|प्रगति पर
|משחק עכשיו|משחק כרגע|כרגע משחק|עדיין משחק|משחקת עכשיו|בתהליך|באמצע|התחלתי|התחלתי לשחק|כרגע|בעיצומו
|most játszom|épp játszom|éppen játszom|holder på|holder på med|spiller fortsatt|spiller stadig|ще граю|зараз граю|şu anda oynuyorum|halen oynuyorum|στο μισό|في النص|في المنتصف|نصفها|بلعبها|جالس ألعبها|เล่นค้างอยู่|อยู่ระหว่างเล่น|आधा खेला|आधा|yarısındayım|yarıdayım|félúton|félig|puolivälissä|halvvejs|halvveis|на половині|на середині|setengah|lagi jalan|masih jalan|nửa chừng|sunt la jumătate|îl joc încă|încă îl joc|בחצי`,
  ],
  [
    'paused',
    `paused|pause|on hold|onhold|on a hold|onahold|hold|shelved|tried|suspended|on pause|on ice|taking a break|backburner|sampled
|pausiert|unterbrochen|pausierend|zurückgestellt|auf eis|pausieren
|en pause|mis de côté|suspendu|mis en pause
|en pausa|pausado|aplazado|pospuesto|aparcado|suspendido
|em pausa|suspenso|adiado
|in pausa|sospeso|messo da parte|sospesa|in sospeso|rimandato
|wstrzymana|wstrzymane|wstrzymany|wstrzymano|pauza|zawieszona|zawieszone|odłożona|odłożone|na później
|отложено|на паузе|приостановлено|пауза|отложена|отложил|приостановлена
|中断|中断中|保留|休止中|一時停止|休止|お休み中
|暂停|搁置|暂停中|搁置中|擱置|已搁置|暂时搁置|先放着
|보류|일시 중지|일시중지|보류 중|멈춤|잠시 중단|쉬는 중
|gepauzeerd|op pauze|onderbroken|in de wacht|pausat|pausad|vilande|på pause|satt på vent|tauolla|pozastaveno|přerušeno|odloženo|ara verildi|duraklatıldı|на паузі|призупинено|відкладено|szüneteltetve
|hiatus|on hiatus|stalled|on break|interrupted|intermittent|on and off|benched|parked|played a bit|set aside|put aside|put on hold|tabled|temporarily stopped
|auf pause|pause gemacht|zur seite gelegt|in pause
|en stand by|stand by|standby|suspendue|mise en pause
|en pausa indefinida|pausada|pausa|suspendida|aparcada|en suspenso
|pausada|pausa|suspensa|suspendido|pausei|de lado
|sospeso temporaneamente|pausa|accantonato|messo in pausa
|przerwa|na przerwie|zawieszony|odłożony|pauzowana|w przerwie
|временно отложено|приостановлен|отложен|перерыв|на перерыве
|積み中断|一旦中断|お休み|一時中断
|暫停|暫時擱置|先擱置|休息中|暂停了|搁浅
|일시정지|쉬는중|잠시 쉼|잠시 멈춤
|pauze|even gestopt|on hold gezet|tijdelijk gestopt|på is|sat på pause|satt på pause|i dvale|odloženo na později|pauza|askıda|ara|yarıda|duraklatılmış|на паузу|відкладена|szünetel|szüneten
|σε παύση|παύση|σε διάλειμμα|διάλειμμα|προσωρινά σταματημένο|tạm dừng|tạm ngưng|tạm ngừng|tạm nghỉ|tạm hoãn|tạm gác|đang tạm dừng|pauzirano|pauzirana|na pauzi|u pauzi|odgođeno|ditunda|tertunda|jeda|dijeda|berhenti sementara|berhenti dulu|dihentikan sementara|rehat|متوقفة مؤقتا|متوقف مؤقتا|توقفت مؤقتا|موقوفة مؤقتا|إيقاف مؤقت|مؤجلة|مؤجل|معلقة|معلق|استراحة|în pauză|pauză|pus pe pauză|suspendat|suspendată|amânat|amânată|întrerupt|lăsat deoparte|pus deoparte|พักไว้|พักก่อน|พักไว้ก่อน|หยุดชั่วคราว|หยุดไว้ก่อน|ค้างไว้|เล่นค้างไว้|रोका हुआ|रुका हुआ|रोक दिया|विराम|स्थगित|בהפסקה|מושהה|מושהית|השהיתי|בהשהיה|בהקפאה|ara verdim|ara verdi|szünet|szüneten van|félretéve`,
  ],
  [
    'replaying',
    'rejugando|rejogando|rejoue|je rejoue|rigiocando|перепрохожу|wieder am spielen|opnieuw aan het spelen|반복 플레이|replaying|replay|repeating|replays|playing again|second playthrough',
  ],
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
|uitgespeeld|voltooid|klaar|afgerond|gespeeld|klarat|klarad|klar|avklarad|avklarat|avslutat|färdig|färdigt|genomspelat|spelat|gennemført|fullført|færdig|ferdig|gennemspillet|spilt gjennom|gjennomført|spillet|spilt|läpäisty|pelattu läpi|valmis|dohráno|dohraná|dokončeno|dokončena|hotovo|bitirdim|bitti|bitirildi|tamamlandı|tamamladım|пройшов|пройшла|kijátszva|befejezve|kész|végigjátszva
|conquered|story done|finished story|main quest done|finished main game|100 story|game over|completed main story|main game completed|wrapped up|endings seen|seen credits
|absolviert|gelöst|beendet story|hauptgeschichte durch|durchgezockt|hauptstory durch|hauptstory fertig|ausgespielt|zu ende gespielt|abgehakt|komplett durch|bezwungen
|bouclée|plié|pliée|achevée|conclu|conclue|scénario terminé|histoire complétée|retourné|faite|jouée|torché|quête principale terminée|trame principale terminée
|historia principal|historia terminada|historia acabada|me lo pasé|me lo he pasado|pasada|concluido|concluida|superada|lo terminé|lo completé|hecha|jugada|vencido|ganado
|fechado|fechada|acabei|completei|acabado|acabada|terminado|terminada|completado|completada|completo|completa|finalizado|finalizada|história concluída|historia concluída|feita|jogada|detonado|virado|zerei a história
|battuto|battuta|ultimato|ultimata|storia finita|storia conclusa|trama completata|portato a termine|fatta|giocata|completo|chiuso|finito storia
|zakończony|zrobione|zrobiona|przejdzone|przejdziony|przejście ukończone|fabuła ukończona|skończyłem|skończyłam|zaliczony|ograny|ukończyłem fabułę|przeszedł|przeszła
|готово|выполнено|закончен|завершён|завершен|сюжет пройден|пройдено по сюжету|полностью пройдено|пройдена полностью|осилил|сделано|пройдена по сюжету|сыгран
|制覇|真エンド|エンディング到達|本編クリア|ストーリークリア|一周クリア|クリア後|読了|見終わった|遊び終わった|プレイ完了
|完結|结束|結束|全破|已打通|一周目通关|剧情通关|通关了|通關了|破關|已破關|打完了|玩完了|完结|主線通關|已結束|通了
|정복|엔딩 완료|스토리 완료|다 함|끝냄|끝남|클리어됨|엔딩까지|마침|깼음
|afgemaakt|beëindigd|gehaald|gedaan|compleet|uit|verhaal uitgespeeld|verhaal voltooid|af|klart|utspelat|komplett|avslutad|klarade|spelat klart|färdigspelat|färdigspelad|klaret|afsluttet|fuldført|færdigspillet|avsluttet|rundet|suoritettu|pelattu loppuun|pelattu|läpi|splněno|dokončen|dohrán|biten|bitmiş|tamamlanan|tamamlanmış|hikaye bitti|закінчено|завершено|пройдений|закінчив|teljesítve|végigjátszott|befejezett|befejeztem|kivitt
|ολοκληρώθηκε|ολοκληρωμένο|ολοκληρωμένη|ολοκληρωμένα|ολοκλήρωσα|το ολοκλήρωσα|τελείωσα|το τελείωσα|τελείωσε|τελειωμένο|έχω τελειώσει|το έχω τελειώσει|τερματίστηκε|τερματισμένο|τερμάτισα|το τερμάτισα|το έβγαλα|παιγμένο|το έπαιξα|έπαιξα
|hoàn thành|đã hoàn thành|hoàn tất|đã hoàn tất|xong|đã xong|xong rồi|chơi xong|đã chơi xong|chơi xong rồi|phá đảo|đã phá đảo|phá đảo xong|kết thúc|đã kết thúc|đã chơi|xong cốt truyện|hết cốt truyện
|završeno|završena|završen|završio|završila|završio sam|dovršeno|dovršena|prešao|prešla|prešao sam|prijeđeno|prijeđena|pređeno|pređena|odigrano|odigrana|odigrao|odigrala|igrano|gotovo|gotova|gotov
|tamat|sudah tamat|udah tamat|ditamatkan|sudah ditamatkan|namatin|selesai|sudah selesai|udah selesai|telah selesai|diselesaikan|sudah main|sudah dimainkan|sudah pernah main|beres|rampung|kelar|udah kelar|tuntas
|مكتملة|مكتمل|اكتملت|اكتمل|أكملتها|أكملت|أنهيتها|أنهيت|تم إنهاؤها|تم إنهائها|تم الإنهاء|تم إكمالها|تم الإكمال|تم|تمت|منتهية|منتهي|انتهت|انتهى|انتهيت|انتهيت منها|ختمتها|ختمت|تم ختمها|تم التختيم|مختومة|لعبتها|ملعوبة|خلصتها|خلصت|منجزة
|terminat|terminată|am terminat|l am terminat|finalizat|finalizată|l am finalizat|completat|completată|încheiat|jucat|jucată|l am jucat|gata|dus la capăt
|จบแล้ว|จบ|เล่นจบ|เล่นจบแล้ว|จบเกม|จบเกมแล้ว|เคลียร์|เคลียร์แล้ว|เล่นแล้ว|สำเร็จ|เสร็จ|เสร็จแล้ว|เสร็จสิ้น|เสร็จสมบูรณ์|จบเนื้อเรื่อง
|पूरा|पूरा हुआ|पूरा किया|पूरा कर लिया|पूरा हो गया|पूर्ण|पूरी|समाप्त|समाप्त किया|खत्म|खत्म किया|खत्म हुआ|खेल लिया|खेल चुका|खेला|संपन्न
|סיימתי|סיים|סיימנו|הושלם|הושלמה|השלמתי|גמרתי|נגמר|גמור|הסתיים|שיחקתי|בוצע
|kivittem|végigjátszva|végigjátszottam|végigvittem|kijátszottam|befejeztem|rundet|spilt ferdig|spillet færdig|fuldført|bitirildi|tamamlandı|bitirilmiş|τέλος|τελειωμένα|τερματισμένα|τελειωμένη|terminate|finalizate|jucate|završene|prijeđene|odigrane|จบแล้วครับ|จบแล้วค่ะ|סיימתי אותו|סיימתי אותה|pelasin läpi|läpäisin|spilt gjennom|spillet igennem|gennemspillet|مختمها|مخلصها|ختمناها`,
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
|100 voltooid|alles gehaald|na 100 dohráno|платину вибито
|maxed|maxed out|everything done|100 done|all trophies|platinum trophy|true 100|perfect clear|fully cleared
|komplett|gemeistert|alles erreicht|alles geschafft|100 geschafft|platintrophäe|voll abgeschlossen|perfektioniert
|complètement terminé|trophée platine|tous les succès|tous les trophées|entièrement terminé|maîtrisé|terminé 100|complet à 100
|platineado|dominado|exprimido|todos los logros|todos los trofeos|trofeo platino|platino conseguido|completado total|al cien por cien|sacado el platino
|todas as conquistas|todos os troféus|platinada|troféu de platina|dominado|100 completo|completado a 100|100 zerado
|platinata|dominato|tutti gli obiettivi|tutti i trofei|trofeo di platino|finito al 100|spolpato|perfezionato
|splatynowany|wymaksowany|wszystkie osiągnięcia|wszystkie trofea|platyna zdobyta|na maksa
|выбил платину|платина выбита|100 достижений|на все сто|вся платина|пройдено полностью на 100|максимум
|完全制覇|極めた|トロフィーコンプ|実績100|完クリ|フルクリア|プラチナ獲得|コンプ済み|コンプ済
|已白金|白金杯|完美通關|全收集通关|全成就達成|满成就|百分百通关|全成就完成|全要素|100 完成
|마스터|완전 정복|플래티넘 획득|올업적|전업적|도전과제 100|올 트로피|컴플리트
|platinum behaald|volledig uitgespeeld|alle trofeeën|alla troféer|platinatrofé|platinum tagen|kaikki saavutukset|platina hankittu|platinlendi|platin aldım|tüm başarımlar|платиновано|platinázva
|πλατίνα|όλα τα τρόπαια|όλα τα επιτεύγματα|bạch kim|tất cả thành tựu|phá đảo 100|platinirano|svi trofeji|sva postignuća|semua trofi|semua pencapaian|tamat 100|بلاتينيوم|بلاتنيوم|كل الإنجازات|جميع الإنجازات|platinat|toate trofeele|toate realizările|แพลตินัม|เก็บครบ|प्लैटिनम|פלטינה|פלטינום|כל הגביעים|כל ההישגים`,
  ],
  [
    'dropped',
    `dropped|drop|abandoned|abandon|quit|gave up|given up|give up|discarded|dnf|did not finish|retired|never finished|won t finish|not finishing|stopped playing|uninstalled|bounced off|rejected
|abgebrochen|aufgegeben|aufgehört|verworfen|nicht beendet|hingeschmissen|beiseitegelegt
|abandonné|abandonnée|abandonnés|arrêté|laissé tomber|lâché|abandon|stoppé
|abandonado|abandonada|abandonados|dejado|descartado|dropeado|droppeado|lo dejé|rendido
|dropado|dropei|desisti|desistido|largado|larguei|abandonei
|abbandonato|abbandonata|abbandonati|droppato|mollato|mollata|lasciato|droppata|lasciato perdere
|porzucona|porzucone|porzucony|porzucono|przerwana|przerwane|przerwano|porzuciłem|rzucona|dropnięte|zarzucona|zarzucone|odpuszczona|odpuszczone|odpuszczony
|брошено|брошена|заброшено|заброшена|бросил|бросила|дропнул|дроп|забросил|дропнуто|не зашло
|やめた|挫折|断念|途中でやめた|積んだ|放棄|ギブアップ|リタイア|中止|投げた|飽きた|売却
|弃坑|放弃|弃游|已放弃|弃|棄坑|放棄|弃了|不玩了|退坑|已弃
|포기|하차|그만둠|중도 포기|드랍|중도하차|접음|포기함|때려침|그만 둠
|gestopt|opgegeven|afgebroken|afgehaakt|laten vallen|avbrutet|avbruten|övergivet|övergiven|slutade|gav upp|droppet|opgivet|gitt opp|afbrudt|avbrutt|stoppet|forladt|jätetty kesken|kesken jätetty|lopetettu|luovutettu|nedohráno|opuštěno|vzdal jsem|zahozeno|nedokončeno|bıraktım|bırakıldı|yarım bıraktım|yarıda bıraktım|yarıda kaldı|yarım kaldı|terk edildi|кинуто|покинуто|закинуто|кинув|abbahagyva|félbehagyva
|not for me|refunded|stopped forever|gave up on|lost interest|walked away|ditched|scrapped|cancelled|canceled|couldn t finish|couldn t get into|did not like|didn t like it|no longer playing|quit playing|gave up early|bored|put down|not interested anymore
|fallen gelassen|nicht fertig gespielt|weggelegt|eingestellt|gedroppt|ausgestiegen|nie beendet|nichts für mich|keine lust mehr|abgehakt schlecht|liegen gelassen|aussortiert|nicht mein ding|deinstalliert
|délaissé|délaissée|pas pour moi|désinstallé|désinstallée|lâchée|arrêtée|laissé de côté|jeté l éponge|droppé|abandonnées|rage quit
|dejada|lo abandoné|desechado|cancelado|no me gustó|dejado a medias|desistí|abandoné|renunciado|desinstalado|dropeada
|deixado|deixei|abandonados|parei|parei de jogar|desinstalado|dropada|deixei de lado|não curti|não gostei|largada
|scartato|scartata|smesso|rinunciato|ho smesso|lasciato a metà|interrotto definitivamente|lasciata|disinstallato|abbandonati
|rzucone|rzucony|porzuciłam|zaniechana|zaniechane|zarzucony|odpuściłem|dropnięta|nie dla mnie|niedokończona|niedokończone|odinstalowana|nieukończona|nieukończone|nieukończony|nie ukończona|nie ukończone|nie skończona|nie skończone
|заброшен|брошен|забил|не осилил|не смог пройти|удалено|удалил|забросила|бросил играть|не понравилось|дропнута|не зашла
|脱落|諦めた|あきらめた|放置|プレイ断念|途中断念|積み放棄|プレイやめ|未クリアで売却|引退|やめ|投げ出し
|棄玩|弃玩|玩不下去|劝退|半途而废|中途放弃|抛弃|拋棄|丢弃|已卸载|不想玩了|已棄坑|弃置
|드롭|버림|중도포기|포기함|삭제|하다 맘|하다 말음|접었음|안 맞음|환불
|niet afgemaakt|niet uitgespeeld|verlaten|weggelegd|mee gestopt|niets voor mij|weggedaan|släppt|nedlagt|lagt ner|slutat|gett upp|ej avklarat|inte klarat|la ned|stoppet med|gav opp|keskeytetty|hylätty|jäi kesken|luovutin|vzdáno|zahozena|opuštěná|vazgeçtim|bırakılan|bitiremedim|sıkıldım|yarım|закинув|кинула|покинута|feladva|abbahagyott|félbehagyott|abbahagytam
|παράτησα|το παράτησα|τα παράτησα|παρατημένο|παρατήθηκε|εγκαταλείφθηκε|εγκαταλελειμμένο|εγκατέλειψα|το εγκατέλειψα|άφησα|το άφησα|σταμάτησα|το σταμάτησα|βαρέθηκα|το βαρέθηκα|δεν μου άρεσε
|bỏ|bỏ dở|bỏ cuộc|bỏ ngang|bỏ chơi|bỏ giữa chừng|đã bỏ|đã bỏ dở|bỏ rồi|từ bỏ|đã từ bỏ|ngừng chơi|ngưng chơi|nghỉ chơi|dừng chơi|không chơi nữa
|napušteno|napuštena|napustio|napustila|odustao|odustala|odustao sam|odbačeno|bačeno|ostavio|ostavljeno|više ne igram|ne igram više|prestao igrati|nije za mene
|berhenti|berhenti main|menyerah|nyerah|ditinggal|ditinggalkan|dihentikan|tidak dilanjutkan|tidak lanjut|gak lanjut|nggak lanjut|sudah tidak main|bosan
|تركتها|تركت|متروكة|متروك|توقفت عنها|توقفت عن لعبها|مهجورة|مهجور|هجرتها|تخليت عنها|ملغاة|استسلمت|لم تعجبني|حذفتها|مللت منها
|abandonat|abandonată|renunțat|am renunțat|lăsat baltă|lăsat|m am lăsat|l am lăsat|l am abandonat|nu mi a plăcut|dezinstalat
|เลิกเล่น|เลิกเล่นแล้ว|เลิก|ทิ้ง|ทิ้งแล้ว|ดรอป|ยอมแพ้|ไม่เล่นแล้ว|ไม่เล่นต่อ|หยุดเล่น|หยุดเล่นแล้ว|ถอดใจ
|छोड़ दिया|छोड़ दी|छोड़ा|अधूरा छोड़ा|अधूरा छोड़ दिया|बीच में छोड़ा|बीच में छोड़ दिया|हार मान ली|पसंद नहीं आया
|נטשתי|ננטש|ננטשה|נטוש|נטושה|ויתרתי|ויתרתי עליו|עזבתי|זנחתי|הפסקתי|הפסקתי לשחק|לא המשכתי|לא אהבתי
|ga opp|ga meg|droppa|feladtam|félbehagytam|félbehagyva|παρατημένα|τα σταμάτησα|chán|chán bỏ|chán rồi|dosadilo mi|dosadila mi|bosen|m am plictisit|plictisit|meguntam|набридло|набридла|kyllästyin|gikk lei|kedede mig|blev træt af det|נמאס לי|נמאס|เบื่อ|เบื่อแล้ว|بطلتها|طفشت منها|سحبت عليها|sıkıldım bıraktım|bıktım|बोर हो गया`,
  ],
  [
    'owned',
    'owned|own|collection|not applicable|none|no status|uncategorized|null|in collection|library|in library|im besitz|gekauft|possédé|comprado|posseduto|posiadana|куплено|所持|拥有|보유',
  ],
]
