import type { Stage } from './library.ts'

/**
 * Words that people write for how far they are, in many languages, divided by bars: W for what waits, P for what is being played, C and D
 * for what is completed and dropped. Written before the lists of the importer were read; some of them may be asked about.
 */
export const STATUS_SYNONYMS: Readonly<Record<string, Record<'W' | 'P' | 'C' | 'D', string>>> = {
  en: {
    W: "Backlog|Wishlist|Want to play|To play|Plan to play|Planned|Unplayed|Not started|Not played|Never played|Up next|Next up|Queue|Queued|In queue|Pile of shame|Interested|TBP|To Do|Todo|Unopened|Untouched|Pending|On the list|Future|Someday|Haven't started|Wish list|Want|Wanted|Yet to play|Not yet|Waiting|Want to buy|Upcoming|Pre-ordered|Not Begun|Plan To Play",
    P: 'Playing|In progress|Currently playing|Started|Ongoing|Active|Now playing|Current|Paused|On hold|Suspended|On pause|On-Hold|Hiatus|Replaying|Endless|Continuous|Multiplayer|In rotation|Midway|Half way|Taking a break|Doing|WIP|Resumed|Playing now|Working on it|Still playing|Played a bit|Begun|Stalled|On break|On ice|Intermittent',
    C: "Completed|Complete|Beaten|Beat|Finished|Done|Cleared|100%|Mastered|Platinum|Platinumed|Plat|Plat'd|Beat it|Main story|Story complete|Finished it|Main story done|Fully completed|Completed 100%|All achievements|Credits rolled|Rolled credits|Won|Perfected|Perfect|Ended|Finished (100%)|Finished main story|Story done|Beaten (main)|Completionist|Main Story + Extras|Completed (story)|Conquered|All done|Maxed|Retired (completed)|Story finished",
    D: "Dropped|Abandoned|Quit|Gave up|DNF|Given up|Did not finish|Stopped|Discarded|Retired|Not finishing|Couldn't finish|Bounced off|Never finished|Not for me|Abandon|Won't finish|Refunded|Uninstalled|Gave up on|Didn't finish|Quit playing|Dropped it|Stopped playing|Not finished",
  },
  de: {
    W: 'Ungespielt|Noch nicht gespielt|Nicht gespielt|Geplant|Will ich spielen|Wunschliste|Backlog|Offen|Noch offen|Auf der Liste|Zu spielen|Nicht begonnen|Nicht angefangen|Stapel der Schande|Warteliste|Später|Merkliste|Als nächstes|Noch nicht angefangen|Möchte ich spielen|Pile of Shame|Noch spielen|ausstehend|In Planung|Ungeöffnet|Nicht gestartet',
    P: 'Spiele gerade|Am Spielen|Läuft|In Arbeit|Angefangen|Begonnen|Aktuell|Wird gespielt|Gerade dabei|Pausiert|Pause|Unterbrochen|Auf Eis|Aktiv|Dabei|Im Gange|Aktuell am Spielen|Laufend|Spiele ich|In Bearbeitung|Auf Pause|Zurückgestellt|Gestartet|Dauerbrenner|Angespielt|Spiele ich gerade',
    C: 'Durchgespielt|Durch|Fertig|Beendet|Abgeschlossen|Komplett|Geschafft|Platiniert|Platin|100 %|Erledigt|Vollendet|Story durch|Hauptstory fertig|Zu Ende gespielt|Fertig gespielt|Komplettiert|Gemeistert|Story abgeschlossen|Alles erreicht|Vollständig|Absolviert|Platin geholt|Hauptgeschichte durch|Durchgezockt|Beendet (100%)|Gelöst',
    D: 'Abgebrochen|Aufgegeben|Aufgehört|Verworfen|Nicht beendet|Fallen gelassen|Abgehakt (schlecht)|Nicht fertig|Hingeschmissen|Weggelegt|Eingestellt|Gedroppt|Ausgestiegen|Nie beendet|Nichts für mich|Gestoppt|Keine Lust mehr',
  },
  fr: {
    W: "À jouer|À faire|Envie|Liste d'envies|Liste de souhaits|Pas commencé|Non commencé|Prévu|En attente|Backlog|Jamais joué|Pas joué|Souhaité|Non joué|Plus tard|Je veux y jouer|Pile de la honte|À commencer|Wishlist|A jouer|À venir|Prochainement|Planifié|Pas encore commencé|Pas encore joué|Veut jouer|Non débuté",
    P: 'En cours|Commencé|Je joue|En pause|Débuté|Joue actuellement|Actuellement|En train de jouer|Suspendu|Entamé|Mis en pause|En cours de jeu|Interrompu|Actif|Mis de côté|Repris|Démarré|Rejoue|En stand-by|Joué un peu',
    C: 'Terminé|Fini|Complété|Platiné|Platine|100%|Terminée|Finie|Achevé|Bouclé|Histoire terminée|Terminé à 100 %|Fait|Complet|Plié|Fini à 100%|Conclu|Bouclée|Scénario terminé|Trophée platine|Histoire finie|Complètement terminé|Retourné',
    D: 'Abandonné|Abandonnée|Arrêté|Lâché|Laissé tomber|Abandon|Stoppé|Pas fini|Non terminé|Pas terminé|Jamais fini|Délaissé|Pas pour moi|Désinstallé|Inachevé',
  },
  es: {
    W: 'Pendiente|Por jugar|Sin empezar|Quiero jugar|Lista de deseos|Deseado|No empezado|No jugado|Sin jugar|En espera|Para jugar|Backlog|Planeado|Próximo|En cola|Sin comenzar|Pendientes|Lo quiero|A la espera|No iniciado|Sin iniciar|Por empezar|Planificado|Interesado',
    P: 'Jugando|En curso|Empezado|En progreso|En pausa|Pausado|Comenzado|Actualmente|Iniciado|A medias|Aparcado|Jugando ahora|En proceso|Suspendido|Empezada|Pausa|Jugando actualmente|Retomado|Activo|Rejugando',
    C: 'Terminado|Completado|Acabado|Pasado|Finalizado|Platino|100%|Platinado|Hecho|Superado|Terminada|Completada|Historia completada|Completo|Historia terminada|Finalizada|Completado al 100 %|Me lo pasé|Concluido|Acabada|Platineado|Historia principal|Dominado',
    D: 'Abandonado|Dejado|Lo dejé|Descartado|Abandonada|No terminado|Desistido|Parado|Sin terminar|Desechado|Cancelado|No acabado|Lo abandoné|Dropeado|No me gustó',
  },
  it: {
    W: 'Da giocare|Da iniziare|Non iniziato|Lista dei desideri|Lista desideri|In attesa|Desiderato|Non giocato|Backlog|Mai giocato|Vorrei giocarlo|In programma|Pianificato|Voglio giocarci|Da fare|Non ancora iniziato|In lista|Da cominciare|In coda|Non cominciato|Mai iniziato|Prossimo',
    P: 'In corso|Iniziato|Sto giocando|In pausa|Giocando|Cominciato|Attualmente|Sospeso|Attivo|Ci sto giocando|Interrotto|In gioco|Avviato|In sospeso|A metà|Ripreso',
    C: 'Completato|Finito|Terminato|Platinato|Platino|100%|Concluso|Finita|Completata|Storia completata|Fatto|Storia finita|Completato al 100%|Finito al 100%|Terminata|Battuto|Portato a termine|Trama completata|Ultimato|Platinata',
    D: 'Abbandonato|Lasciato|Mollato|Droppato|Abbandonata|Non finito|Interrotto definitivamente|Lasciato perdere|Scartato|Non completato|Mai finito|Lasciato a metà|Smesso|Rinunciato',
  },
  pt: {
    W: 'Quero jogar|Para jogar|Não iniciado|Lista de desejos|Backlog|Na fila|Pendente|Não jogado|Desejado|Por jogar|A jogar|Não começado|Planejado|Desejo|Planeio jogar|Pretendo jogar|Ainda não joguei|Em espera|Na lista|Nunca joguei|Próximo|Não comecei|Fila|Planeado|A fazer|Por iniciar',
    P: 'Jogando|Em andamento|Em curso|Pausado|Iniciado|Começado|Comecei|Em progresso|Em pausa|Rejogando|Jogando agora|Atualmente|A meio|Suspenso|Em jogo|Interrompido|Pausa|Estou jogando|Ativo',
    C: 'Zerado|Terminado|Concluído|Finalizado|Completado|Completo|Platinado|Platina|100%|Zerei|Acabado|Platinei|Fechado|Terminei|Concluída|Finalizada|Completei|Feito|História concluída|Acabei|Finalizei|Zerada|Concluido|Zerado 100%',
    D: 'Abandonado|Larguei|Dropado|Desisti|Abandonei|Parei|Desistido|Não terminei|Deixado|Não terminado|Descartado|Largado|Dropei|Parado|Não concluído|Deixei|Abandonada',
  },
  pl: {
    W: 'Do zagrania|Do ogrania|Nie grałem|Chcę zagrać|Lista życzeń|Nierozpoczęte|Planowane|Nieograne|W planach|Backlog|Kupka wstydu|Niezaczęta|Nierozpoczęta|W kolejce|Oczekujące|Czeka|Nie zaczęte|Nie zaczęta|Nie rozpoczęto|Zaplanowana|Zaplanowane|Na później|Nie grane|Chcę|Nieograna|Nierozpoczęty',
    P: 'W trakcie|Gram|Rozpoczęte|Zaczęte|Wstrzymane|Pauza|Grane|W toku|Obecnie gram|Rozpoczęta|Zaczęta|Odłożone|Wstrzymana|Zawieszone|Odłożona|Aktualnie gram|Przerwa|W trakcie gry|Aktywna|Zawieszona',
    C: 'Ukończone|Ukończona|Przeszedłem|Skończone|Skończona|Przejdzone|Przejdziona|Zaliczone|Platyna|Splatynowane|Zakończone|100%|Ograne|Przeszłam|Ukończony|Zakończona|Ograna|Skończony|Ukończono|Przeszła|Zrobione|Zaliczona|Wymaksowana|Wymaksowane|Przejścia|Fabuła ukończona|Zakończony|Skończyłem',
    D: 'Porzucone|Porzucona|Rzucone|Nieukończone|Nieukończona|Zarzucone|Odpuszczone|Przerwane|Porzucony|Przerwana|Nie ukończona|Zarzucona|Rzucona|Odpuszczona|Porzuciłem|Niedokończone|Niedokończona|Zaniechana|Nie skończone',
  },
  ru: {
    W: 'В планах|Хочу поиграть|Не играл|Не начато|Запланировано|Желаемое|Буду играть|Не начата|Список желаемого|Отложено на потом|В очереди|Хочу|Не пройдено, не начато|Бэклог|Не начал|Планирую|Поиграть|Не начинал|На потом|Не запускал|В ожидании|Вишлист|Не играла|Хочу сыграть|Запланирована',
    P: 'Играю|В процессе|Прохожу|Начато|Отложено|На паузе|Пауза|Начал|Сейчас играю|Приостановлено|Начата|Играю сейчас|Отложена|Прохожу сейчас|Перепрохожу|Начал играть|В игре|Приостановлена|Играется|Временно отложено',
    C: 'Пройдено|Пройдена|Прошёл|Прошел|Завершено|Закончил|Закончено|Платина|100%|Пройдена на 100%|Пройден|Завершена|Прошла|Закончена|Пройдено полностью|Сюжет пройден|Выполнено|Выбил платину|Полностью пройдено|Пройдена полностью|Готово|Завершил|Пройдено (100%)|Закончен|Завершён',
    D: 'Брошено|Заброшено|Бросил|Не осилил|Заброшена|Забросил|Брошена|Дропнул|Дроп|Не прошёл|Не закончил|Бросила|Забросила|Не допрошёл|Забил|Заброшен|Не зашло|Дропнуто|Удалено',
  },
  ja: {
    W: '未プレイ|積みゲー|積み|積んでる|未開始|やりたい|プレイ予定|欲しい|ほしい|ほしいもの|ウィッシュリスト|未着手|気になる|積ん読|予定|未購入|購入予定|未|プレイしたい|遊びたい|これから|バックログ|未開封|未攻略|待機中',
    P: 'プレイ中|進行中|中断|途中|遊んでいる|プレイしている|中断中|攻略中|休止中|一時停止|プレイ開始|現在プレイ中|積み中断|保留|遊び中|途中まで|やってる|保留中|周回中|継続中|開始',
    C: 'クリア|クリア済|クリア済み|完了|コンプリート|全クリ|トロコン|プラチナ|やり込み済み|終了|クリアした|済|完了済み|エンディング到達|100%|本編クリア|ストーリークリア|完全クリア|コンプ|プラチナ獲得|真エンド|攻略済み|クリア!|制覇|プレイ済み|プレイ済|攻略済',
    D: '挫折|断念|積んだ|やめた|放棄|中止|脱落|未クリアで売却|諦めた|売却|途中でやめた|プレイ断念|ギブアップ|リタイア|放置|投げた|飽きた',
  },
  zh: {
    W: '想玩|未玩|未开始|计划|愿望单|待玩|未开封|没玩|想要|未通关未玩|打算玩|计划中|还没玩|未游玩|計劃遊玩|未玩過|積壓|吃灰|未遊玩|待遊玩|想买|尚未开始|準備玩|願望清單|心愿单|库存',
    P: '在玩|正在玩|游玩中|进行中|搁置|暂停|玩过一点|進行中|遊玩中|正在游玩|玩到一半|擱置|暫停|正在進行|在打|中途|暂时搁置|开始玩|搁置中|暂停中|攻略中|遊戲中|游戏中',
    C: '通关|已通关|玩过|完成|已完成|全成就|白金|全收集|打通|通關|已通關|破關|完美通关|100%|打完|主线通关|白金杯|破关|玩完|全破|通關了|已白金|完結|已破關|通关了|一周目通关|剧情通关|已打通|結束',
    D: '弃坑|抛弃|放弃|弃|不玩了|弃玩|棄坑|半途而废|放棄|弃了|已弃|退坑|劝退|棄玩|中途放弃|玩不下去|已放弃|丢弃',
  },
  ko: {
    W: '하고 싶음|찜|예정|미플레이|위시리스트|플레이 예정|안함|시작 안 함|하고싶음|백로그|대기|미시작|구매 예정|안 해봄|할 예정|쌓아둠|시작 전|관심|플레이 안 함|해볼 게임',
    P: '플레이 중|하는 중|진행 중|보류|일시정지|플레이중|진행중|중단함|하는중|일시 중지|쉬는 중|시작함|잠시 중단|현재 플레이 중|반복 플레이|시작',
    C: '클리어|완료|엔딩|플래티넘|100%|엔딩 봄|올클리어|끝냄|클리어함|완료함|엔딩봄|다 깸|깼음|플래티넘 획득|정복|스토리 완료|마스터|끝|클리어 완료',
    D: '포기|하차|그만둠|드랍|드롭|중도 포기|버림|접음|중도포기|포기함|삭제|하다 맘',
  },
  nl: {
    W: 'Nog niet gespeeld|Te spelen|Verlanglijst|Niet begonnen|Wil ik spelen|Gepland|Backlog|Ongespeeld|Wachtlijst|Nog spelen|Niet gestart|Nog te spelen|Op de lijst|Wil spelen|Niet gespeeld|Wensenlijst|Later',
    P: 'Bezig|Aan het spelen|Gestart|Begonnen|Gepauzeerd|Pauze|Mee bezig|Speel ik nu|In de wacht|Actief|Lopend|Onderbroken|Mee begonnen|Nu bezig',
    C: 'Uitgespeeld|Voltooid|Klaar|Afgerond|Platina|Uit|Gehaald|100%|Afgemaakt|Volledig uitgespeeld|Beëindigd|Compleet|Verhaal uitgespeeld|Gedaan',
    D: 'Gestopt|Opgegeven|Afgebroken|Niet afgemaakt|Afgehaakt|Weggelegd|Mee gestopt|Laten vallen|Niet uitgespeeld|Verlaten',
  },
  sv: {
    W: 'Vill spela|Ospelat|Inte börjat|Önskelista|Att spela|Planerat|Backlog|Ospelad|Ej påbörjad|Inte påbörjat|Planerad|I kö|Ej spelat|Ska spela',
    P: 'Spelar|Pågående|Pausat|Påbörjat|Spelar nu|Pågår|Pausad|Påbörjad|På paus|Börjat|Vilande',
    C: 'Klart|Klarat|Avklarat|Färdigt|Avslutat|Platina|Genomspelat|Klarad|Klar|Färdigspelat|Avklarad|Genomspelad|Utspelat|Komplett|Avslutad|Färdig',
    D: 'Avbrutet|Övergivet|Gav upp|Slutat|Avbruten|Övergiven|Släppt|Nedlagt|Lagt ner|Ej avklarat|Inte klarat',
  },
  tr: {
    W: 'Oynanacak|İstek listesi|Oynamadım|Planlanan|Oynamak istiyorum|Başlanmadı|Bekliyor|Beklemede|Oynanmadı|Sırada|Planlandı|Alınacak|Oynayacağım|Henüz başlamadım',
    P: 'Oynuyorum|Oynanıyor|Devam ediyor|Ara verildi|Başladım|Duraklatıldı|Başlandı|Yarıda|Devam ediyorum|Ara verdim|Askıda|Şu an oynuyorum',
    C: 'Bitti|Bitirildi|Tamamlandı|Bitirdim|Platin|100%|%100|Tamamladım|Hikaye bitti|Biten|Tamamlanan|Bitmiş|Platinlendi',
    D: 'Bıraktım|Yarım bıraktım|Bırakıldı|Terk edildi|Vazgeçtim|Yarıda bıraktım|Bırakılan|Yarım kaldı|Bitiremedim',
  },
  cs: {
    W: 'Nehráno|Chci hrát|Plánováno|K zahrání|Seznam přání|Nezahráno|Nezačato|V plánu',
    P: 'Hraji|Hraju|Rozehráno|Pozastaveno|Rozehraná|Hraje se|Probíhá',
    C: 'Dohráno|Dokončeno|Hotovo|Platina|Dohraná|Dokončená|Splněno',
    D: 'Opuštěno|Nedohráno|Vzdáno|Zahozeno',
  },
  uk: {
    W: 'У планах|Хочу пограти|Не грав|Не розпочато|Заплановано',
    P: 'Граю|В процесі|У процесі|Розпочато|Відкладено|На паузі',
    C: 'Пройдено|Завершено|Пройшов|Закінчено|Платина|Пройдена',
    D: 'Покинуто|Кинув|Закинуто|Кинуто|Закинув',
  },
  hu: {
    W: 'Tervezett|Játszani akarok|Nem kezdtem el|Kívánságlista|Nem játszott',
    P: 'Folyamatban|Játszom|Szüneteltetve|Elkezdve',
    C: 'Befejezve|Kijátszva|Végigjátszva|Teljesítve|Kész|Végigjátszott',
    D: 'Félbehagyva|Abbahagyva|Feladva|Abbahagyott|Félbehagyott',
  },
  da: {
    W: 'Vil spille|Ikke startet|Ønskeliste|Ikke spillet|Planlagt',
    P: 'Spiller|I gang|På pause|Startet|Igangværende',
    C: 'Gennemført|Færdig|Klaret|Afsluttet|Fuldført|Fullført|Ferdig',
    D: 'Droppet|Opgivet|Stoppet|Avbrutt|Afbrudt|Gitt opp',
  },
  fi: {
    W: 'Pelaamatta|Haluan pelata|Aloittamatta|Toivelista|Suunniteltu',
    P: 'Pelaan|Kesken|Tauolla|Pelaamassa|Aloitettu',
    C: 'Läpäisty|Pelattu läpi|Valmis|Suoritettu|Pelattu loppuun',
    D: 'Keskeytetty|Hylätty|Lopetettu|Jätetty kesken|Luovutettu',
  },
}

/** The letter of each stage. */
export const LETTER_OF: Readonly<Record<Stage, 'W' | 'P' | 'C' | 'D'>> = {
  want: 'W',
  playing: 'P',
  paused: 'P',
  completed: 'C',
  mastered: 'C',
  dropped: 'D',
}
