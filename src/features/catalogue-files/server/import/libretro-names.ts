/** The facts in the brackets of an entry's name. */
export interface Named {
  /** In our spelling: articles in front, a colon before the subtitle. */
  title: string
  /** Other titles of the same game ('A / B / C'). */
  others: readonly string[]
  /** A version before or beside the game; marked only when there is no other version. */
  early: 'Demo' | 'Beta' | 'Prototype' | null
  isAddOn: boolean
  isHack: boolean
  /** The kind of an entry that is no game. */
  extra: string | null
}

const EARLY: readonly [RegExp, 'Demo' | 'Beta' | 'Prototype'][] = [
  [/^(?:Tech )?(?:Demo|Trial|Taikenban|Sample|Kiosk|Preview)\b/i, 'Demo'],
  [/^(?:Beta|Alpha|Debug)\b/i, 'Beta'],
  [/^(?:Possible )?Proto(?:type)?\b/i, 'Prototype'],
]
const EXTRA = /^(Theme|Avatar|Title Update|Update|Web TV|Soundtrack)\b/i
const ADD_ON = /^(?:DLC|Addon)\b/i
/** A modified game is a different game; `[h …]` marks a cracked copy of the same game, `[T-En]` a translation. */
const HACK = /^Hack\b/i

/** Reads an entry's full name and title in the spelling of the libretro database. */
export function readLibretroName(name: string, title: string): Named {
  const tags = [...name.matchAll(/\(([^)]*)\)/g)].map((match) => (match[1] as string).trim())
  const [first = title, ...others] = title.split(' / ').map(tidyTitle)
  const early = EARLY.find(([pattern]) => tags.some((tag) => pattern.test(tag)))
  return {
    title: first,
    others,
    early: early?.[1] ?? null,
    isAddOn: tags.some((tag) => ADD_ON.test(tag)),
    isHack: tags.some((tag) => HACK.test(tag)),
    extra: tags.map((tag) => EXTRA.exec(tag)?.[1]).find((found) => found !== undefined) ?? null,
  }
}

/** Articles that catalogues move behind a comma to sort titles. */
const ARTICLES = ['The', 'A', 'An', 'Le', 'La', 'Les', "L'", 'Der', 'Die', 'Das', 'El', 'Los', 'Las', 'Il', 'De', 'Het']
const ARTICLE_BEHIND = new RegExp(`^(.+?), (${ARTICLES.join('|')})(?=$| - |: )`)

/** 'Legend of Zelda, The - A Link to the Past v1.1' → 'The Legend of Zelda: A Link to the Past'. */
function tidyTitle(title: string): string {
  return title
    .replace(/\s+/g, ' ')
    .replace(/ v\d+(?:\.\d+)*[a-z]?$/i, '')
    .replace(ARTICLE_BEHIND, (_, name: string, article: string) =>
      article === "L'" ? `L'${name}` : `${article} ${name}`,
    )
    .replace(' - ', ': ')
    .trim()
}
