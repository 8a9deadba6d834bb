import { normaliseForSearch } from '../../../../search-name.rules.ts'

/** Words of a name that games made for adults have; rather a few innocent games too many than one of these in the list. */
const WORDS =
  /\b(?:ahegal|ahegao|anal|babes?|bara|bdsm|bitch(?:es)?|bikini|boobs?|booty|bordello|brothel|burlesque|busty|cat ?girls?|cock(?:head|s)?|corrupted saviors|cum|dating|desires?|dick|dilf|ecchi|ero|erotica?|erotic\w*|escort|fap|fetish|flasher|fuck\w*|furr(?:y|ies)|futa\w*|gal|gals|gangbang|genital|girl|girls|girlfriends?|harems?|hentai\w*|hotties?|hook ?up|horny|hypnosis|imouto|hypnotist|isekai loves|kanojo|kinky|lesbian\w*|lewd\w*|lingerie|loli\w*|lovekami|lust|lustful|maids?|maidens|massage|milfy?|mistress|moe|naked|naughty|naughty|neko\w*|nsfw|nud(?:e|es|ity|ist)|nympho\w*|oppai|orgasm\w*|orgy|oshirabu|panties|panty|peeping|perver\w*|playboy|porn\w*|pretty (?:angel|girls)|prostitut\w*|pussy|rape|sakura|seduc\w*|senran|seks|sex|sexual|sexy|shota|shoujo|slaves?|slut\w*|spank\w*|strip ?(?:club|poker|tease)|stripp\w*|succub\w*|succumate|taboos?|taimanin|tentacles?|tits|topless|uncensored|underwear|undress\w*|vagina\w*|vibrator|virgin|vixens?|voyeur|waifus?|wet|whores?|xxx|yaoi|yiff\w*|yuri)\b/

/** The same for names in Japanese and Chinese. */
const LETTERS =
  /少女|夏日的回忆|紅蜘蛛|女友|彼女|カノジョ|妹|娘|姫|姬|姐|百合|媚|魅|欲|性|恋爱|恋愛|裸|エロ|痴|淫|巨乳|女仆|女孩|美女|大小姐/

/** Games and series for adults whose names do not say so. */
const SERIES =
  /^(?:3d custom lady|9 nine|a kiss for the petals|acting lessons|adorable (?:crush|witch)|amorous|angel legion|apartment of love|bastard bonds|beach bounce|being a dik|bishojo mangekyo|blush blush|bonetown|brave alchemist colette|cafe stella|captivity|catch a lover|city of broken dreamers|country girl keiko|crush crush|cross princess|custom order|cute honey|daily wife|dancegirl|deep space waifu|dokyusei|eiyu ?senki|dracu riot|evenicle|fake hostel|fallen doll|fallen makina|feminazi|fight angel|fox hime|frisky business|fureraba|gay world|goblin walker|ideology in friction|haydee|hello lady|honey select|house party|hunie|karryn|kindred spirits on the roof|kinkoi|koikatsu|kunoichi botan|ladykiller|leisure suit larry|love3|love (?:breakout|delivery|fantasy|shore|tavern|wish|n dream)|maitetsu|marle|meltys quest|mirror(?: 2.*| party| beauty| maker)?$|monsterxman|motesolo|my 1 6 lover|mysteria|negligee|ordeal of princess|phantasmagoria 2|pink heaven|playhome|polycity stories|poker pretty|president yukino|princess evangile|purino|rance|red spider|sabbat of the witch|samurai vandalism|sankaku|scars of summer|seed of the dead|secret flasher|self reliance|subverse|summer memories|summertime saga|sutekina|sweet house|tina swordswoman|treasure of nadia|tropical liquor|trap (?:shrine|welcome)|treasure hunter claire|two love|vanguard princess|venusblood|vr benchmark|wagamama|wild (?:life|romance)|wolf tails|xangel|zoo corporation)/

/** Well-known games that the words would leave out. */
const INNOCENT: ReadonlySet<string> = new Set([
  '12 labours of hercules iii girl power',
  'army of tentacles not a cthulhu dating sim',
  'banner of the maid',
  'battle girls',
  'criminal girls invite only',
  'danganronpa another episode ultra despair girls',
  'day of the tentacle remastered',
  'drunken robot pornography',
  'dream daddy a dad dating simulator',
  'dungeon girl',
  'enslaved odyssey to the west premium edition',
  'fatal frame project zero maiden of black water',
  'girls like robots',
  'girl with a big sword',
  'hooked on you a dead by daylight dating sim',
  'i love you colonel sanders a finger lickin good dating simulator',
  'is it wrong to try to pick up girls in a dungeon infinite combate',
  'maid of sker',
  'ninja pizza girl',
  'river city girls',
  'river city girls 2',
  'slave zero',
  'spongebob squarepants battle for bikini bottom rehydrated',
  'super army of tentacles 3 the search for army of tentacles 2',
  'superdimension neptune vs sega hard girls',
  'the girl who sees',
  'the sexy brutale',
  'trapper knight sharpshooter princess',
])

/** Whether a game is made for adults, judged by its name alone: the list from Steam has no other sign. */
export function isAdultName(name: string): boolean {
  const words = normaliseForSearch(name)
  if (INNOCENT.has(words)) return false
  return WORDS.test(words) || LETTERS.test(name) || SERIES.test(words) || /18\s?\+|18禁/.test(name)
}
