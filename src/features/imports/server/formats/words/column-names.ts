import type { ImportField } from '../../../mapping.rules.ts'
import { accentedOf, foldedWords, hasPhrase, withPlainDigits } from './folded.ts'

/**
 * Names of columns in some thirty languages, the most frequent first, divided by bars. Fields with clear names come first. A name may
 * stand at several fields; the values of the column decide.
 */
const NAMES: readonly (readonly [ImportField, string])[] = [
  ['own_id', 'savepoint id'],
  ['igdb_id', 'igdb id|igdb|igdbid|id igdb'],
  ['steam_id', 'steam id|steam appid|steam app id|appid|app id|steamid|steam application id'],
  ['rawg_id', 'rawg id|rawg'],
  ['igdb_slug', 'igdb slug|slug|igdb url|backloggd url'],
  [
    'last_played',
    `last played|rtime last played|last played at|last played on|last activity|last session|last played date|last time played|recently played|last play date|last play|last opened|most recent play
|zuletzt gespielt|zuletzt gespielt am|dernière session|dernière partie|última sesión|última vez|última partida|última vez jogado|ultima sessione|ultima partita|ostatnio grane|ostatnia sesja|последний запуск|последняя игра|последняя сессия|最終プレイ日|最終プレイ|最后游玩|上次游玩|最近游玩|마지막 플레이|최근 플레이
|laatst gespeeld|laatst gespeeld op|senast spelat|sidst spillet|sist spilt|viimeksi pelattu|naposledy hráno|son oynama|son oynanma|utoljára játszva
|last time|last seen|last launch|last launched|last run|date last played|letzte sitzung|letzter start|zuletzt gestartet|dernière activité|dernier lancement|joué pour la dernière fois|dernière fois|última actividad|último juego|última sesión jugada|última atividade|última sessão|ultima attività|giocato l ultima volta|ultima volta|ostatnio uruchomiono|ostatnie uruchomienie|ostatnia gra|ostatnia aktywność|последняя активность|когда играл|最終起動|最終起動日|最後に遊んだ日|最近のプレイ|上次运行|最后运行|最后游玩时间|上次遊玩|最後遊玩|最近活动|최근 실행|마지막 실행|마지막으로 플레이|laatste sessie|laatste keer gespeeld|senaste session|viimeisin peli|naposledy|son oyun|son oturum|остання гра|останній запуск
|τελευταία φορά|έπαιξα τελευταία φορά|τελευταίο παίξιμο|lần chơi cuối|chơi lần cuối|lần cuối chơi|chơi gần nhất|zadnje igrano|zadnji put igrano|zadnje igranje|posljednje igranje|terakhir main|terakhir dimainkan|terakhir bermain|main terakhir|آخر لعب|آخر مرة|آخر مرة لعبتها|تاريخ آخر لعب|ultima sesiune|ultima dată|jucat ultima dată|ultima oară|เล่นล่าสุด|เล่นครั้งล่าสุด|ครั้งสุดท้ายที่เล่น|आखिरी बार खेला|अंतिम बार|שיחקתי לאחרונה|פעם אחרונה`,
  ],
  [
    'started',
    `start date|date started|started|started on|started at|start|started playing|began|begin date|date begun|first played|first played on|played from
|begonnen|begonnen am|angefangen am|angefangen|startdatum|gestartet|gestartet am|beginn|anfang
|début|commencé le|date de début|commencé|débuté le|date début
|inicio|fecha de inicio|empezado|comenzado|fecha inicio|empecé|empezado el|iniciado
|data de início|começado|iniciado em|comecei|começado em|data início|data inicial
|inizio|iniziato il|data inizio|data di inizio|iniziato|cominciato il
|rozpoczęto|data rozpoczęcia|początek|rozpoczęcie|start gry|zaczęto
|начато|дата начала|начало|начал
|開始日|開始|プレイ開始日|プレイ開始|始めた日|开始日期|开始时间|开始|開始日期|开始游玩|开坑日期|시작일|시작|시작 날짜|시작 일자|시작일자
|begonnen op|gestart op|startade|började|påbörjat|startet|påbegyndt|begyndte|startdato|begynte|aloitettu|alkoi|začátek|zahájeno|datum začátku|rozehráno dne|začato|başlama tarihi|başlangıç tarihi|başlangıç|початок|дата початку|розпочато|kezdés|elkezdve
|started at date|first session|playing since|begin|spielbeginn|anfangsdatum|start am|angefangen seit|démarré le|date de commencement|lancé le|date de démarrage|comienzo|fecha de comienzo|empezado en|iniciado el|começo|data de começo|começou em|data di avvio|cominciato|iniziato a giocare|zacząłem|data startu|data początku|rozpoczęta|zaczęta|zaczęto|старт|дата старта|начата|начал играть|когда начал|着手日|スタート日|開始年月日|遊び始めた日|入坑时间|入坑日期|开坑时间|起始日期|開坑日期|开玩日期|开始于|시작한 날|시작 시점|플레이 시작일|gestart|begin|startdatum|påbörjad|startade spela|başladım|başlama|başladığım tarih|почав|начало игры
|ημερομηνία έναρξης|ημ νία έναρξης|έναρξη|ξεκίνησα|ξεκίνησε|άρχισα|αρχή|ημερομηνία αρχής|ngày bắt đầu|bắt đầu|bắt đầu chơi|bắt đầu ngày|početak|datum početka|započeto|počeo|počeo igrati|početak igranja|tanggal mulai|mulai|mulai main|mulai bermain|tgl mulai|dimulai|تاريخ البدء|تاريخ البداية|البداية|البدء|بدأت|تاريخ بدء اللعب|data începerii|început|data de început|data început|am început|începere|วันที่เริ่ม|เริ่ม|เริ่มเล่น|วันที่เริ่มเล่น|เริ่มเมื่อ|शुरू की तारीख|प्रारंभ तिथि|आरंभ तिथि|शुरुआत|शुरू किया|शुरू|תאריך התחלה|התחלה|התחלתי|התחלתי ב|έναρξης|αρχής|بداية اللعب|بدء اللعب|početak igre|ngày khởi đầu|aloitin|kezdtem|elkezdtem|başladığım tarih|mulai tanggal|data de start|am început la|התחלתי בתאריך|เริ่มวันที่`,
  ],
  [
    'finished',
    `finish date|completion date|date finished|date completed|end date|finished on|completed on|finished|completed|beaten on|date beaten|finished at|completed at|beaten|beat on|date ended|ended|played to|played until|ended on|ended at|completed date|beat date|finished date|year beaten|year finished|year completed|year beat|beaten date|date of completion|date finish|completion year|cleared on|finish|end|stopped|date
|abgeschlossen|abgeschlossen am|beendet|beendet am|durchgespielt am|durchgespielt|enddatum|fertig am|ende|abschlussdatum|fertiggestellt am|fertig|datum|beendet im jahr
|terminé|terminé le|fin|date de fin|fini le|fini|date fin|achevé le|complété le|date
|fin|fecha de fin|terminado|fecha de finalización|acabado|terminado el|completado el|fecha fin|finalizado|fecha de término|acabado el|finalizado el|completado|fecha|fecha completado
|fim|data de conclusão|terminado em|concluído em|zerado em|data de término|finalizado em|data final|data fim|data de fim|concluído|zerado|terminei|data
|fine|finito il|data fine|completato il|data di fine|terminato il|finito|completato|concluso il|data di completamento
|ukończono|data ukończenia|zakończono|koniec|data zakończenia|ukończenie|ukończone|zakończenie|ukończona|data przejścia|data
|пройдено|дата прохождения|завершено|дата завершения|конец|окончание|дата окончания|закончено|закончил|дата
|クリア日|終了日|完了日|クリアした日|クリア|完了|終了|クリア日付|クリア日時|日付|通关日期|完成日期|结束日期|完成时间|通关时间|结束时间|通关|完成|日期|結束日期|通關日期
|완료일|클리어 날짜|종료일|엔딩 날짜|클리어일|클리어|완료|완료 날짜|종료 날짜|엔딩일|끝낸 날|날짜|엔딩
|uitgespeeld op|voltooid op|afgerond op|einddatum|uitgespeeld|voltooid|afgerond|klaar|klar|klarat|avslutat|slutdatum|färdig|avklarad|gennemført|fullført|færdig|ferdig|afsluttet|avsluttet|gennemført den|fullført dato|slutdato|sluttdato|läpäisty|valmis|päättyi|dohráno|dokončeno|datum dokončení|dohráno dne|bitirme tarihi|bitiş tarihi|bitiş|tamamlanma tarihi|дата завершення|дата проходження|befejezve|kijátszva|befejezés dátuma
|date cleared|finished playing|completed at date|done on|completion day|date of finish|beendet datum|spielende|durchspieldatum|fertig seit|fin le|bouclé le|date de complétion|date d achèvement|platiné le|fin du jeu|fecha de completado|fecha final|pasado el|fecha terminado|me lo pasé el|data de finalização|zerei em|término|conclusão|terminado no dia|data fine gioco|data completamento|conclusione|terminato|concluso|skończone|skończono|skończyłem|przejdziona|zakończona|data skończenia|когда прошёл|дата финиша|завершение|прошёл|прошел|пройдена|дата прохождения игры|クリア年月日|終わった日|エンディング日|プレイ終了日|クリア時期|通关日|打通时间|打通日期|破關日期|完結日期|完成於|完成日|클리어한 날|엔딩 본 날|완료한 날|klaar op|eind|afgemaakt op|slut|avklarat|avslutad|klarat den|valmistui|bitirdim|bitirme|tamamlama tarihi|закінчив|дата закінчення
|year done|year cleared|jahr durchgespielt|jahr beendet|jahr abgeschlossen|abschlussjahr|durchgespielt im jahr|année de fin|année terminé|année terminée|fini en|terminé en|año terminado|año de finalización|año completado|terminado en|ano zerado|ano de conclusão|ano terminado|zerado no ano|anno completamento|anno di completamento|finito nel|finito nel anno|rok ukończenia|rok przejścia|ukończone w roku|год прохождения|год завершения|クリア年|クリアした年|通关年份|完成年份|通關年份|클리어 연도|완료 연도|엔딩 연도|jaar uitgespeeld|uitgespeeld in|år klarat|klarad år|gennemført år|bitirme yılı|bitirildiği yıl|kiedy skończyłem|kiedy ukończone|когда прошёл
|ημερομηνία λήξης|ημ νία λήξης|ημερομηνία ολοκλήρωσης|ημ νία ολοκλήρωσης|ολοκλήρωση|ολοκληρώθηκε|τελείωσα|τέλος|λήξη|ημερομηνία τέλους|ημερομηνία τερματισμού|τερματίστηκε|τερμάτισα|ημερομηνία|ngày hoàn thành|ngày kết thúc|kết thúc|hoàn thành|hoàn thành ngày|ngày chơi xong|ngày phá đảo|phá đảo|chơi xong|ngày xong|ngày|završetak|datum završetka|kraj|završeno|završio|završeno dana|prijeđeno|pređeno|dovršeno|datum prelaska|tanggal selesai|selesai|tanggal tamat|tamat|tgl selesai|tgl tamat|tanggal akhir|selesai pada|tanggal|تاريخ الانتهاء|تاريخ الإكمال|تاريخ الإنهاء|تاريخ النهاية|تاريخ الختم|تاريخ التختيم|النهاية|الانتهاء|أنهيتها|انتهيت|التاريخ|تاريخ|data terminării|data finalizării|sfârșit|data de sfârșit|data terminare|terminat|terminat la|finalizat|am terminat|วันที่จบ|จบเมื่อ|วันที่เล่นจบ|เล่นจบเมื่อ|เล่นจบ|จบ|สิ้นสุด|วันที่สิ้นสุด|วันที่เคลียร์|วันที่|समाप्ति तिथि|पूर्ण तिथि|पूरा करने की तारीख|समाप्ति|समाप्त|पूरा किया|खत्म किया|तारीख|दिनांक|תאריך סיום|תאריך השלמה|סיום|סיימתי|סיימתי ב|מתי סיימתי|תאריך|λήξης|τέλους|ολοκλήρωσης|τερματισμού|τελείωσα στις|نهاية اللعب|تاريخ إنهاء اللعبة|završio igru|završila|kada sam završio|läpäisin|läpäisypäivä|befejeztem|bitirdiğim tarih|bitirdiğim gün|пройшов|пройшла|selesai main|tamat tanggal|ngày xong|סיימתי בתאריך|कब पूरा किया|fullført den|rundet|rundet dato|gennemspillet`,
  ],
  [
    'acquired',
    `acquisition date|purchase date|date acquired|acquired|bought|bought on|purchased|date purchased|purchased on|date bought|gekauft|gekauft am|kaufdatum|acheté le|date d achat|comprado|fecha de compra|comprado em|data de compra|data da compra|acquistato il|data acquisto|kupiono|data zakupu|куплено|дата покупки|購入日|购买日期|购入日期|구매일|구입일
|gekocht|gekocht op|aankoopdatum|köpt|inköpsdatum|købt|kjøpt|ostettu|koupeno|satın alma tarihi
|ημερομηνία αγοράς|αγοράστηκε|ngày mua|datum kupnje|kupljeno|tanggal beli|tanggal pembelian|dibeli|تاريخ الشراء|data achiziției|data cumpărării|cumpărat|วันที่ซื้อ|खरीद तिथि|תאריך רכישה|תאריך קנייה|vásárlás dátuma|дата купівлі|дата придбання|αγοράς`,
  ],
  [
    'added',
    `date added|added|added on|added at|created at|created|created time|added date|hinzugefügt|hinzugefügt am|ajouté|ajouté le|añadido|adicionado|adicionado em|aggiunto|aggiunto il|dodano|добавлено|дата добавления|追加日|添加日期|添加时间|추가일
|toegevoegd|toegevoegd op|tillagd|tilføjet|lagt til|lisätty|přidáno|eklenme tarihi
|ημερομηνία προσθήκης|προστέθηκε|ngày thêm|datum dodavanja|tanggal ditambahkan|ditambahkan|تاريخ الإضافة|data adăugării|adăugat|วันที่เพิ่ม|जोड़ा गया|תאריך הוספה|hozzáadva|додано|дата додавання`,
  ],
  [
    'release',
    `release date|release year|released|release|year|first release date|year released|year of release|erscheinungsdatum|erscheinungsjahr|jahr|année|date de sortie|sortie|año|fecha de lanzamiento|lanzamiento|ano|data de lançamento|lançamento|anno|data di uscita|uscita|rok|rok wydania|data wydania|год|год выхода|дата выхода|発売日|発売年|发行日期|发售日|发行年份|출시일|발매일|출시
|jaar|releasedatum|verschijningsdatum|år|udgivelsesår|utgivelsesår|julkaisuvuosi|rok vydání|çıkış tarihi|yıl|рік
|έτος|χρονιά|έτος κυκλοφορίας|ημερομηνία κυκλοφορίας|κυκλοφορία|năm|năm phát hành|ngày phát hành|năm ra mắt|ngày ra mắt|godina|godina izlaska|godina izdanja|datum izlaska|tahun|tahun rilis|tanggal rilis|rilis|tahun terbit|السنة|سنة|سنة الإصدار|عام الإصدار|تاريخ الإصدار|الإصدار|an|anul|anul lansării|an lansare|anul apariției|data lansării|lansare|ปี|ปีที่ออก|ปีที่วางจำหน่าย|วันวางจำหน่าย|วันที่ออก|वर्ष|साल|रिलीज वर्ष|रिलीज तिथि|שנה|שנת יציאה|תאריך יציאה|megjelenés|megjelenés éve|megjelenési év|kiadás éve|év|рік виходу|дата виходу|god|godina izl`,
  ],
  [
    'title',
    `title|name|game|game title|game name|video game|games|videogame|titles|video game title|app name|product
|titel|spiel|spielname|spieltitel|spiele|name des spiels|videospiel
|titre|nom|jeu|nom du jeu|titre du jeu|jeu vidéo|jeux
|título|nombre|juego|nombre del juego|videojuego|juegos|título del juego
|jogo|nome|nome do jogo|jogos|título do jogo
|titolo|gioco|nome del gioco|videogioco|titolo del gioco|giochi
|tytuł|gra|nazwa|nazwa gry|tytuł gry|gry
|название|игра|название игры|имя|наименование|игры
|タイトル|ゲーム|ゲーム名|ゲームタイトル|作品名|題名|名前|作品|ソフト名|タイトル名
|游戏|名称|游戏名称|标题|游戏名|遊戲|名稱|遊戲名稱|作品名称|名字
|제목|게임|게임명|게임 이름|이름|타이틀|게임 제목
|spel|naam|spelnaam|spellen|naam van het spel|namn|spelnamn|spil|spill|navn|tittel|peli|nimi|pelin nimi|hra|název|název hry|jméno|oyun|oyun adı|ad|isim|başlık|гра|назва|назва гри|játék|cím|játék neve
|τίτλος|παιχνίδι|παιχνίδια|όνομα|όνομα παιχνιδιού|τίτλος παιχνιδιού|βιντεοπαιχνίδι|tên|tên game|tên trò chơi|trò chơi|tựa game|tựa đề|tiêu đề|igra|igre|naziv|naziv igre|ime|ime igre|naslov|naslov igre|videoigra|igrica|igrice|judul|judul game|judul permainan|nama|nama game|nama permainan|permainan|gim|اللعبة|لعبة|اسم اللعبة|عنوان اللعبة|الألعاب|ألعاب|العنوان|عنوان|الاسم|اسم|joc|jocuri|jocul|titlu|titlul|nume|numele|nume joc|numele jocului|titlul jocului|denumire|เกม|เกมส์|ชื่อเกม|ชื่อเกมส์|ชื่อ|รายชื่อเกม|खेल|गेम|खेल का नाम|गेम का नाम|नाम|शीर्षक|משחק|משחקים|המשחק|שם המשחק|שם משחק|שם|כותרת|játékok|játék címe|cím|ігри|spillets navn|spillets titel|pelit|oyunun adı|pelin nimi|navn på spillet`,
  ],
  [
    'platform',
    `platform|platforms|system|console|device|played on|hardware|platform s|systems|consoles
|plattform|plattformen|konsole|gespielt auf|gerät|spielsystem
|plateforme|plateformes|support|machine|joué sur|supports
|plataforma|plataformas|consola|sistema|jugado en|jogado em
|piattaforma|piattaforme|giocato su
|platforma|platformy|konsola|sprzęt
|платформа|платформы|консоль|система
|機種|プラットフォーム|ハード|対応機種|プラットホーム|ゲーム機|平台|主机|机型|游戏平台|遊戲平台|플랫폼|기종|콘솔|기기|플랫폼명
|systeem|gespeeld op|konsol|konsoll|alusta|konsoli|laite|konzole|konzol
|console pc|platform played|platform played on|playing on|played on system|konsole pc|plate forme|système|jeu sur|dispositivo|aparato|consola pc|jogado no|apparecchio|console usata|na czym|grane na|urządzenie|приставка|играл на|устройство|本体|プレイ機種|遊んだ機種|ゲーム機種|设备|游玩平台|機種平台|遊玩平台|主機|게임기|하드웨어|platform gespeeld|apparaat|spelat på|plattform spelad|cihaz|пристрій
|πλατφόρμα|πλατφόρμες|κονσόλα|σύστημα|συσκευή|nền tảng|hệ máy|máy chơi|máy chơi game|thiết bị|platforme|konzola|uređaj|sustav|perangkat|mesin|sistem|المنصة|منصة|المنصات|منصة اللعب|الجهاز|جهاز|جهاز اللعب|النظام|consolă|dispozitiv|แพลตฟอร์ม|เครื่อง|เครื่องเล่น|เครื่องเกม|คอนโซล|प्लेटफॉर्म|कंसोल|डिवाइस|सिस्टम|פלטפורמה|פלטפורמות|קונסולה|מערכת|מכשיר|консолі|gép`,
  ],
  ['level', 'completion level|finish level|level of completion'],
  [
    'status',
    `status|play status|playstatus|completion status|progress status|state|shelf|completion|game status|current status|played status|progress|completed|beaten|finished|list|type|stage|play state|category
|stand|spielstand|zustand|spielstatus|fortschritt|liste
|statut|état|avancement|progression|statut du jeu
|estado|situación|progreso|estado del juego|situação|progresso|andamento
|stato|situazione|stato di gioco|avanzamento|stato gioco
|stan|status gry|stan gry|postęp
|статус|состояние|статус игры|прогресс
|状態|ステータス|進捗|状況|進行状況|プレイ状況|プレイ状態|クリア状況|进度|状态|游玩状态|游戏状态|游戏进度|狀態|進度|通关状态|完成状态
|상태|진행 상황|진행상태|진행 상태|진행도|진행|진행상황|플레이 상태|현황
|voortgang|staat|läge|tila|tilanne|stav|durum|állapot|státusz|стан
|where i m at|situation|progression state|my status|completion state|beat status|current state|fase|statut de jeu|situation du jeu|estatus|estado actual|fase de juego|completamento|etap|faza|стадия|статус прохождения|этап|進行度|プレイ進捗|クリア状態|完成情况|通关情况|当前状态|完成度|游玩进度|완료 여부|클리어 여부|진행률|tillstånd|framsteg|oyun durumu|aşama|стан гри
|κατάσταση|κατάσταση παιχνιδιού|στάτους|πρόοδος|εξέλιξη|στάδιο|trạng thái|trạng thái chơi|tình trạng|tiến độ|tiến trình|stanje|status igre|napredak|keadaan|progres|kemajuan|perkembangan|status main|status permainan|الحالة|حالة|حالة اللعبة|حالة اللعب|التقدم|الوضع|المرحلة|stare|starea|starea jocului|stadiu|situație|สถานะ|สถานะเกม|สถานะการเล่น|ความคืบหน้า|ความก้าวหน้า|स्थिति|स्टेटस|प्रगति|अवस्था|סטטוס|מצב|מצב המשחק|התקדמות|שלב|durumu|oyun durumu|helyzet|stadie|tilstand|прогрес`,
  ],
  [
    'rating',
    `my rating|personal rating|user rating|my score|user score|personal score|rating|score|ratings|scores|stars|review|grade|my stars|star rating|own rating|points|overall|overall rating|final score|overall score|enjoyment|verdict|rate it|you rate|i rate|out of 10|out of 5|out of 100
|bewertung|wertung|note|benutzerwertung|nutzerwertung|benutzerbewertung|meine wertung|punkte|sterne|meine bewertung|benotung|punktzahl|eigene wertung
|ma note|note personnelle|évaluation|notation|étoiles|note finale|appréciation
|nota|puntuación|valoración|calificación|mi nota|puntos|estrellas|puntaje|mi puntuación|nota personal|nota final
|avaliação|pontuação|classificação|minha nota|estrelas|pontos
|voto|valutazione|punteggio|il mio voto|voto personale|stelle|mio voto
|ocena|moja ocena|punkty|gwiazdki|ocena końcowa
|оценка|моя оценка|рейтинг|балл|баллы|звезды|личная оценка
|評価|点数|スコア|採点|評点|満足度|おすすめ度|評価点|评分|我的评分|打分|分数|評分|評價|个人评分|个人评价|星级
|평점|점수|별점|평가|내 평점|개인 평점|스코어|내 점수|나의 평점
|cijfer|beoordeling|waardering|mijn cijfer|sterren|betyg|mitt betyg|poäng|karakter|bedømmelse|vurdering|min vurdering|terningkast|arvosana|arvio|pisteet|hodnocení|moje hodnocení|známka|puan|puanım|not|değerlendirme|оцінка|моя оцінка|értékelés|pontszám
|mark|rating out of ten|my grade|fun factor|gesamtwertung|persönliche wertung|wertungspunkte|endnote|notenwert|mon évaluation|ma notation|cote|avis étoiles|valoración personal|puntuación personal|mi valoración|puntuación final|minha avaliação|nota pessoal|avaliação pessoal|punti|giudizio|voto finale|rating personale|punktacja|moja nota|ilość gwiazdek|звёзды|мой рейтинг|моя оценка игры|得点|星|自己評価|個人評価|お気に入り度|おもしろさ|面白さ|评价分|得分|推荐度|满意度|個人評分|评级|喜爱度|만족도|재미|나의 평가|punten|score mijn|omdöme|poäng|yıldız|oy|puanlama|бал|моя оцінка гри
|note de l utilisateur|note utilisateur|puntuación de usuario|puntuación del usuario|punteggio utente|pontuação do usuário|pontuação do utilizador|ocena użytkownika|оценка пользователя|ユーザースコア|用户评分|用戶評分|사용자 점수|사용자 평점
|βαθμολογία|βαθμολογία μου|η βαθμολογία μου|βαθμός|βαθμοί|αξιολόγηση|σκορ|αστέρια|điểm|điểm số|điểm của tôi|điểm đánh giá|đánh giá|đánh giá của tôi|chấm điểm|xếp hạng|số sao|ocjena|moja ocjena|bodovi|zvjezdice|nilai|nilai saya|nilaiku|skor|skor saya|penilaian|peringkat|bintang|poin|التقييم|تقييم|تقييمي|تقييمي الشخصي|الدرجة|درجة|النقاط|العلامة|النجوم|نجوم|nota mea|punctaj|evaluare|scor|stele|calificativ|คะแนน|คะแนนของฉัน|ให้คะแนน|เรตติ้ง|ดาว|रेटिंग|मेरी रेटिंग|अंक|मेरे अंक|स्कोर|मूल्यांकन|सितारे|ציון|הציון שלי|דירוג|הדירוג שלי|ניקוד|כוכבים|osztályzat|pontok|pont|pontozás`,
  ],
  [
    'hours',
    `my hours|my playtime|hours played|total played|playtime hours|time played hours|hours|playtime|play time|time played|total hours|total time|time spent|time played minutes|time played seconds|hours spent|total playtime|total play time|playtime hours|playtime minutes|minutes played|playtime seconds|minutes|mins|min|hr|seconds|total seconds|total minutes|time|hours spent|my hours|my playtime|playtime forever|hours logged|hrs|h|std|hour count|hours on record|game time|duration|gameplay time|played hours|my time|how long
|spielzeit|stunden|spielstunden|gespielte stunden|spieldauer|spielzeit in stunden|gesamtspielzeit|dauer|zeit|spielzeit minuten|minuten|stunden gespielt|gespielt|gespielte zeit|spielzeit gesamt
|temps de jeu|heures|heures de jeu|durée|heures jouées|temps passé|temps|durée de jeu|nombre d heures|nb heures|temps joué|minutes
|horas|horas jugadas|tiempo de juego|duración|tiempo jugado|tiempo|minutos|tiempo total|horas de juego
|horas jogadas|tempo de jogo|tempo|duração|tempo jogado|horas de jogo|tempo total
|ore|ore giocate|tempo di gioco|ore di gioco|durata|tempo giocato|minuti|tempo
|godziny|czas gry|liczba godzin|czas|godzin|minuty|ile godzin|przegrane godziny
|часы|время игры|часов|время в игре|наиграно часов|время|часов в игре|наиграно|время прохождения|сыграно часов|минут|минуты
|プレイ時間|時間|総プレイ時間|クリア時間|所要時間|分|プレイ時間 分|时长|游戏时长|小时|游玩时间|游戏时间|游玩时长|总时长|時長|遊戲時間|分钟|通关时长|時數|时数|遊玩時數|遊戲時數|游玩时数|遊玩時間|遊戲時間
|플레이 시간|플레이타임|시간|플레이시간|총 플레이 시간|플레이 타임|분|소요 시간|총 시간
|uren|speeltijd|gespeelde uren|speelduur|aantal uren|uren gespeeld|timmar|speltid|speltimmar|spelade timmar|timer|spilletid|spilletimer|spilte timer|spillede timer|tunnit|peliaika|pelitunnit|hodiny|odehráno|herní doba|odehraný čas|odehrané hodiny|süre|oyun süresi|saat|oynama süresi|oynanan saat|toplam süre|години|час гри|годин|játékidő|óra|órák
|completion time mine|hours to finish|gesamtzeit|zeitaufwand|benötigte zeit|spielzeit std|zeit gespielt|meine spielzeit|temps total|temps de jeu total|temps investi|temps pour finir|tiempo invertido|horas totales|total horas|total de horas|tempo gasto|horas totais|total de horas jogadas|tempo de jogo total|tempo totale|ore totali|tempo impiegato|totale ore|spędzone godziny|rozegrane godziny|czas rozgrywki|czas przejścia|czas w grze|przegrany czas|łączny czas|потрачено часов|количество часов|кол во часов|длительность|часы в игре|сыграно|プレー時間|累計時間|合計時間|遊んだ時間|プレイ時間合計|累計プレイ時間|クリアまでの時間|用时|耗时|通关用时|小时数|游玩小时|總時數|總時間|通關時數|遊戲時長|게임 시간|누적 시간|총 플레이타임|플레이 시간 합계|speeluren|totale speeltijd|tijd gespeeld|antal timmar|total speltid|oynanan süre|harcanan süre|скільки годин|час у грі
|ώρες|ώρες παιχνιδιού|ώρες που έπαιξα|σύνολο ωρών|χρόνος|χρόνος παιχνιδιού|διάρκεια|λεπτά|số giờ|số giờ chơi|giờ|giờ chơi|tổng giờ|tổng giờ chơi|tổng số giờ|thời gian|thời gian chơi|tổng thời gian chơi|thời lượng|số phút|sati|sati igranja|odigrano sati|odigrani sati|broj sati|ukupno sati|vrijeme|vrijeme igranja|trajanje|jam|jam main|jam bermain|total jam|jumlah jam|waktu|waktu main|waktu bermain|lama main|lama bermain|durasi|menit|الساعات|ساعات|عدد الساعات|ساعات اللعب|عدد ساعات اللعب|مجموع الساعات|مدة اللعب|المدة|وقت اللعب|الوقت|الدقائق|ore jucate|ore de joc|total ore|număr de ore|timp|timp de joc|timp jucat|durată|ชั่วโมง|ชั่วโมงที่เล่น|ชั่วโมงเล่น|จำนวนชั่วโมง|ชม|เวลา|เวลาเล่น|เวลาที่เล่น|ระยะเวลา|นาที|घंटे|कुल घंटे|खेले गए घंटे|समय|कुल समय|खेलने का समय|अवधि|मिनट|שעות|שעות משחק|מספר שעות|זמן|זמן משחק|משך|דקות|játszott órák|játékórák|játszott idő|utrošeno vrijeme|provedeno vrijeme|provedeno sati|provedenih sati|ساعات لعب|waktu total|oynadığım süre`,
  ],
  [
    'completion',
    `completion percentage|completion|progress|percent|percentage|fortschritt|completion percent|achievements percent|progression|progreso|progresso|postęp|прогресс|進捗|进度|진행도|ilerleme|tamamlanma|framsteg|voortgang|процент|процент прохождения
|ποσοστό|ποσοστό ολοκλήρωσης|phần trăm|tỷ lệ hoàn thành|postotak|persen|persentase|النسبة|نسبة الإنجاز|نسبة الإكمال|procent|procentaj|เปอร์เซ็นต์|प्रतिशत|אחוז|אחוזים|відсоток`,
  ],
  [
    'liked',
    `favorite|favourite|liked|like|loved|is loved|favorites|favourites|love|is favorite|favorit|lieblingsspiel|favorisiert|favori|coup de coeur|favorito|favorita|favoritos|preferito|preferita|ulubiona|ulubione|ulubiony|избранное|любимое|любимая|お気に入り|收藏|最爱|喜欢|즐겨찾기|최애|좋아요
|favoriet|suosikki|oblíbené|favori oyun
|fav|fave|heart|hearted|favorited|favourited|is favourite|top game|favoriten|gefällt mir|liebling|lieblinge|favoris|préféré|préférée|j aime|aimé|adoré|me gusta|me encanta|predilecto|gostei|curti|curtido|amei|favoritado|preferiti|mi piace|amato|lubię|polubione|serce|нравится|в избранном|любимые|понравилось|好き|いいね|推し|推しゲー|喜爱|是否喜欢|喜歡|最愛|추천|좋아하는|leuk|favorieten|gillar|favoriter|favoritter|beğendim|favoriler|beğeni|улюблене
|αγαπημένο|αγαπημένα|μου αρέσει|yêu thích|thích|omiljeno|omiljena|najdraže|sviđa mi se|suka|disukai|kesukaan|المفضلة|مفضلة|مفضل|أعجبتني|preferat|preferată|îmi place|ชอบ|โปรด|รายการโปรด|ถูกใจ|पसंदीदा|पसंद|मनपसंद|אהוב|מועדף|מועדפים|אהבתי|kedvenc|tetszik`,
  ],
  ['spoiler', 'review contains spoilers|contains spoilers|spoilers|spoiler'],
  [
    'review',
    `review|review text|my review|rezension|critique|reseña|resenha|recensione|recenzja|рецензия|отзыв|レビュー|测评|评测|리뷰
|my review text|short review|mini review|critica|crítica|análisis|análise|kritik|kurzkritik|recensie|inceleme|рецензія|відгук|点评|简评|感想文
|κριτική|bài đánh giá|đánh giá|recenzija|ulasan|resensi|مراجعة|المراجعة|مراجعتي|recenzie|รีวิว|समीक्षा|ביקורת|kritika|vélemény`,
  ],
  [
    'notes',
    `notes|note|comments|comment|my notes|thoughts|remarks|personal notes|description|my thoughts|impressions|private notes|memo
|notizen|kommentar|anmerkungen|bemerkung|anmerkung|bemerkungen|kommentare|notiz|gedanken|meinung|fazit
|commentaire|remarques|commentaires|avis|remarque
|comentarios|notas|observaciones|comentario|opinión|impresiones
|comentários|observações|anotações|comentário|observação|opinião|obs
|commenti|commento|annotazioni|opinione|osservazioni
|uwagi|notatki|komentarz|komentarze|opinia|notatka
|заметки|комментарий|примечания|комментарии|примечание|заметка|мнение|впечатления
|メモ|感想|備考|コメント|ノート|ひとこと|一言|备注|笔记|评论|備註|评价|評價|短评|心得|说明
|메모|비고|감상|코멘트|한줄평|감상평|노트|소감|후기
|notities|opmerkingen|opmerking|anteckningar|noter|notater|muistiinpanot|huomautukset|kommentit|poznámky|poznámka|komentář|notlar|not|yorum|açıklama|нотатки|коментар|примітки|megjegyzés|jegyzetek
|additional notes|feedback|what i thought|other|misc|miscellaneous|general notes|eindruck|eindrücke|sonstiges|hinweis|hinweise|bemerk|mein eindruck|ressenti|observations|annotations|pensées|mémo|mon avis|divers|anotaciones|pensamientos|apuntes|mi opinión|otros|impressões|pensamentos|minha opinião|outros|impressioni|appunti|pensieri|parere|il mio parere|altro|wrażenia|opis|przemyślenia|moja opinia|inne|мысли|описание|разное|所感|雑感|メモ 感想|その他|随笔|感受|備忘|其他|心得感想|의견|생각|기타|commentaar|mening|aantekeningen|gedachten|overig|kommentarer|åsikt|tankar|övrigt|recension|yorumlar|düşünceler|yorumum|думки|враження
|σημειώσεις|σημείωση|σχόλια|σχόλιο|γνώμη|η γνώμη μου|άποψη|παρατηρήσεις|εντυπώσεις|σκέψεις|ghi chú|nhận xét|bình luận|cảm nhận|cảm nghĩ|ý kiến|bilješke|bilješka|zabilješke|komentari|napomena|napomene|dojmovi|dojam|mišljenje|utisci|catatan|kesan|keterangan|pendapat|opini|ملاحظات|ملاحظاتي|ملاحظة|الملاحظات|تعليق|تعليقات|تعليقي|رأيي|رأي|انطباعاتي|observații|notițe|comentarii|comentariu|impresii|părere|păreri|părerea mea|หมายเหตุ|บันทึก|โน้ต|ความเห็น|ความคิดเห็น|คอมเมนต์|ความรู้สึก|टिप्पणी|टिप्पणियां|टिप्पणियाँ|नोट्स|विचार|राय|הערות|הערה|תגובה|דעה|דעתי|רשמים|מחשבות|megjegyzések|kommentti`,
  ],
  ['replays', 'replay count|replays|times replayed'],
  ['replay', 'is replay|replay|replayed'],
  [
    'store',
    `storefront|store|launcher|shop|source|sources|source name|purchased from|bought at|bought from|where bought|quelle|boutique|magasin|tienda|loja|negozio|sklep|магазин|ストア|购入店|商店|스토어|구매처
|κατάστημα|cửa hàng|nơi mua|trgovina|toko|tempat beli|المتجر|متجر|magazin|ร้าน|ร้านค้า|ซื้อจาก|दुकान|स्टोर|חנות|bolt`,
  ],
  ['edition', 'edition|version'],
  ['medium', 'medium|media|format|physical digital|digital physical|ownership type|physical or digital'],
  [
    'price',
    `price paid|price|cost|amount paid|paid|preis|prix|precio|preço|prezzo|cena|цена|価格|价格|가격
|τιμή|giá|giá tiền|cijena|harga|السعر|preț|ราคา|कीमत|मूल्य|מחיר|ár|ціна`,
  ],
  [
    'tags',
    `tags|tag|labels|categories|shelves|lists|collections|collection|kategorien|etiquetas|étiquettes|schlagwörter|kategori|tagi|теги|タグ|标签|標籤|태그|kategorie|catégories|categorías|categorias|etichette
|custom tags|my tags|keywords|shelf list|etiketten|stichwörter|stichworte|listen|sammlungen|sammlung|regal|regale|étagères|étagère|listes|mots clés|listas|colecciones|colección|estanterías|categoría|coleções|coleção|marcadores|categoria|categorie|liste di giochi|collezioni|collezione|etykiety|listy|kategoria|kolekcje|kolekcja|półki|метки|категории|категория|списки|полки|коллекции|коллекция|тэги|カテゴリ|カテゴリー|リスト|分類|ラベル|分类|列表|收藏夹|类别|分組|分類標籤|分组|카테고리|분류|목록|라벨|categorieën|lijsten|verzameling|taggar|etiketter|kategorier|listor|etiketler|kategoriler|listeler|мітки|категорія
|ετικέτες|κατηγορίες|λίστες|nhãn|danh mục|bộ sưu tập|oznake|kategorije|popisi|koleksi|الوسوم|وسوم|التصنيفات|القوائم|etichete|categorii|colecție|แท็ก|หมวดหมู่|ป้ายกำกับ|टैग|श्रेणी|תגיות|תגים|קטגוריות|רשימות|címkék|kategóriák`,
  ],
]

const SHORTEST_WHOLE = 7
/** Names of columns in the form in which they are compared, by field. */
export const COLUMN_NAMES: readonly (readonly [ImportField, readonly string[]])[] = NAMES.map(([field, list]) => {
  const names = list
    .split(/[\n|]+/)
    .map(foldedWords)
    .filter((name) => name !== '')
  return [field, [...new Set([...names, ...names.flatMap(runTogether)])]]
})

/** Programs write 'lastplayed' and 'gametime'. */
function runTogether(name: string): string[] {
  const whole = name.replaceAll(' ', '')
  return /^[a-z ]+$/.test(name) && whole !== name && whole.length >= SHORTEST_WHOLE ? [whole] : []
}

const TITLES = new Set(COLUMN_NAMES.find(([field]) => field === 'title')?.[1])
/** Returns whether a name says that a column has the titles of games. */
export const isTitleName = (name: string): boolean => name.length < 60 && TITLES.has(nameOf(name))

const ALL_NAMES = new Set(COLUMN_NAMES.flatMap(([, names]) => names))

/** Returns how many of these cells are names of columns: a header has several. */
export const countNames = (cells: readonly string[]): number =>
  cells.filter((cell) => cell.length < 60 && ALL_NAMES.has(nameOf(cell))).length

/** Returns the fields that a name of a column says, alone or among other words. */
export const fieldsNamed = (name: string): ImportField[] => {
  const words = nameOf(name)
  return COLUMN_NAMES.filter(([, names]) => names.some((alias) => alias.length > 2 && hasPhrase(words, alias))).map(
    ([field]) => field,
  )
}

const NOTES = new Set(
  COLUMN_NAMES.filter(([field]) => field === 'notes' || field === 'review').flatMap(([, names]) => names),
)
/** Returns whether a name says that a column has what the member wrote, and nothing more about it. */
export const isNotesName = (name: string): boolean => name === '' || NOTES.has(nameOf(name))
/** Returns whether the name of a column of notes has a word for them, so that it says little more: 'Progress notes'. */
export const saysNotes = (name: string): boolean =>
  isNotesName(name) ||
  nameOf(name)
    .split(' ')
    .some((word) => NOTES.has(word))

/** Names of columns with letters beyond ASCII, as they are written: in a wrong encoding they are none. */
export const ACCENTED_NAMES: ReadonlySet<string> = accentedOf(NAMES.map(([, list]) => list))

const FIRST_RUN = /(?:^| )(?:(?:1st|first) (?:playthrough|run)|(?:playthrough|run) 1|(?:1|erster) durchgang)(?= |$)/
/** Returns whether a name says that a column is about the first time of playing: '1st playthrough'. */
export const saysFirstRun = (name: string): boolean => FIRST_RUN.test(foldedWords(name))

/**
 * Returns the name of a column as it is compared, without what it says about the unit, the scale or the first time of playing:
 * 'Rating (/10)', '1st playthrough start'.
 */
export const nameOf = (name: string): string => {
  const words = plainNameOf(name)
  return words.replace(FIRST_RUN, ' ').trim() || words
}

const plainNameOf = (name: string): string =>
  foldedWords(
    withPlainDigits(name)
      .replace(/[★⭐]/gu, ' stars ')
      .replaceAll('%', ' percent ')
      .replace(/[([{].*?[)\]}]/g, ' ')
      .replace(
        /(?:\/|(?<!out)\s(?:out of|von|sur|sobre|su|de|z|из|na|op|av|of|από|στα|trên|od|dari|din|من|में से|מתוך|1\s*[-–]))\s*(?:5|10|20|100)\b/i,
        ' ',
      ),
  ) || foldedWords(name)

/**
 * Columns about what others think, and how long the game takes others. The member's own words before it ('My Rating') make it
 * the member's.
 */
const OF_OTHERS =
  /\b(?:community|length|game length|critics?|open ?critic|meta ?critic|meta ?score|igdb rating|igdb score|steam rating|steam score|steam reviews?|wilson ?score|sdb ?rating|review score|reviews score|user reviews|rawg rating|average|avg|mean|global|public|press|aggregate|mc score|gamefaqs|ign|famitsu|kritiker\p{L}*|presse|critica|kritik|hltb|how ?long ?to ?beat|time to beat|ttb|main story|main extra|main extras|main sides|completionist|all styles|estimated|est hours|est time|expected|recommended|median|opencritic|communaut\p{L}*|comunidade?|comunita|spolecznosc\p{L}*|gemeinschaft\p{L}*|critiques|kryty\p{L}*|cong dong|trung binh|prosjec\p{L}*|kritic\p{L}*|rata rata|kritikus|nota medie|critici\p{L}*)\b|сообществ|критик|メタスコア|コミュニティ|評論家|媒体|社区|社群|评论家|評論家|메타|커뮤니티|평론가|κριτικων|κοινοτητα|μεσ(?:οσ|η) |النقاد|المتوسط|متوسط|المجتمع|นักวิจารณ์|เฉลี่ย|औसत|समीक्षक|ממוצע|מבקרים|קהילה/u
const OF_MEMBER =
  /\b(?:my|mine|personal|own|user score|user rating|meine?|ma|mon|mi|minha|meu|mio|moja|моя|мой)\b|我的|自分/

/** Returns whether a column has what the crowd says: a score of critics, or how long a game takes. */
export const isOfOthers = (name: string): boolean => {
  const words = foldedWords(name)
  return OF_OTHERS.test(words) && !OF_MEMBER.test(words)
}

/** Names that number the rows, and of facts about games or their files that are none of the member's. */
const FACTS =
  /\b(?:id|ids|no$|nr|num|number|index|rank|ranking|position|pos|place|order|row|platz|rang|nummer|count|sessions|launches|starts|2 ?weeks|max|achievements?|troph(?:y|ies)|trophäen|trofeos?|trophées?|trofei|троф\p{L}+|bronze|silver|gold|platinums?|gamerscore|players|size|gb|dlcs?|age|pegi|esrb|usk|discs?|quantity|anzahl|votes|year|jahr|updated|modified|changed|idle|birthday)\b|^(?:stt|α α|rb|r br|nr crt|م|رقم|الرقم|ลำดับ|ลำดับที่|क्रमांक|क्रम|מס|מספר)$|順位|番号|序号|순위|번호/u

/** What makers, shops and programs say about a game and its files, in the languages of most files. */
const GAME_FACTS =
  /(?<!\p{L})(?:genres?|generos?|generi?|gatun\p{L}+|zanry?|tur|typ|type|жанр\p{L}*|developers?|developed by|devs?|entwickler|developpeurs?|desarrollador\p{L}*|desenvolvedor\p{L}*|sviluppator[ei]|deweloper|producent|разработчик\p{L}*|studios?|publishers?|published by|herausgeber|verlag|editeurs?|distribuidor\p{L}*|editora|editor|editor[ei]|wydawca|издател\p{L}*|series|serie|seria|reihe|franchises?|saga|серия|regions?|region\p{L}*|engine|themes?|features?|gameplay|mechanics|modes?|cover|image|img|icon|background|banner|thumbnail|screenshots?|logo|art|urls?|links?|website|address|slug|hash|guid|uuid|languages?|sprache|langue|idioma|lingua|jezyk|язык|hidden|installed|install|manual|roms?|plugin|emulator|path|folder|file|controller|multi ?player|single ?player|online|co ?op|vr|early access|dlc|free to play|hardware|country|currency|value|worth|condition|zustand|sealed|box|barcode|upc|ean|sorting name|sort name|sort title|sortiername|original title|alternative (?:title|name)s?|summary|synopsis|plot|perspective|protagonist|players?|spieleranzahl|age rating|source id|user|username|owner|priority|prioritat|priorite|prioridad\p{L}*|prioridade|priorita|priorytet|приоритет|difficulty|schwierigkeit\p{L}*|ειδοσ|κατηγορια|εταιρεια|εκδοτησ|δυσκολια|the loai|nha phat (?:trien|hanh)|do kho|izdavac|razvojni tim|tezina|pengembang|penerbit|kesulitan|النوع|نوع اللعبه|المطور|الناشر|الصعوبه|gen|genul|dezvoltator|dificultate|शैली|प्रकार|प्रकाशक|זאנר|ז אנר|סוגה|סוג|מפתח|מפיץ|mufaj|kiado|fejleszto|жанри|розробник|видавець|sjanger|utgiver|laji|tyylilaji|julkaisija|yapimci|yayinci)(?!\p{L})|แนว|ประเภท|ผู้พัฒนา|ผู้จัดจำหน่าย|ジャンル|開発|発売元|メーカー|シリーズ|优先|類型|类型|开发|發行|发行|廠商|厂商|장르|개발|배급|유통|시리즈/u
export const isFact = (name: string): boolean =>
  FACTS.test(foldedWords(name)) || GAME_FACTS.test(foldedWords(name)) || /^\s*[#№]/.test(name)

const ONLY_DATE =
  /^(?:date|datum|data|fecha|дата|日付|日期|날짜|dato|tarih|paiva|pvm|ημερομηνια|ngay|tanggal|التاريخ|تاريخ|วันที่|तारीख|दिनांक|תאריך)$/
/** Returns whether a name says that a column has days, and nothing about them. */
export const isOnlyDate = (name: string): boolean => ONLY_DATE.test(nameOf(name))

const BOUGHT =
  /\b(?:acquisition|purchas\w*|bought|licen[cs]e|order|receipt|invoice|gekauft|achat|compra|acquisto|zakup|покупк\p{L}+|mua|kupnj\p{L}*|pembelian)\b|αγορα|الشراء|רכישה|ซื้อ|購入|购买|구매/u
/** Returns whether a name says that a table is about games that were bought. */
export const saysBought = (name: string): boolean => BOUGHT.test(foldedWords(name))

const LAST =
  /(?<!\p{L})(?:last|latest|recent|letzt\p{L}*|zuletzt|dernier\p{L}*|ultim[aoi]|ostatni\p{L}*|последн\p{L}*|laatst\p{L}*|senast\p{L}*|sist|sidst|viimeksi|naposledy|son|τελευται\p{L}*|lan cuoi|cuoi|gan nhat|zadnj\p{L}*|posljednj\p{L}*|terakhir|اخر|आखिरी|अंतिम|אחרונ\p{L}*|utols\p{L}*|utoljara|останн\p{L}*)(?!\p{L})|ล่าสุด|最終|最後|最后|最近|上次|마지막|최근/u
/** Returns whether a name says that a column has the last of several days. */
export const saysLast = (name: string): boolean => LAST.test(foldedWords(name))

const ONLY_TIME =
  /^(?:time|zeit|tempo|temps|tiempo|czas|время|tijd|tid|aika|час|ido|sure|χρονοσ|thoi gian|vrijeme|waktu|الوقت|timp|เวลา|समय|זמן)$/
/** Returns whether a name says that a column has times, and neither whose nor in which unit. */
export const saysOnlyTime = (name: string): boolean => ONLY_TIME.test(nameOf(name))
