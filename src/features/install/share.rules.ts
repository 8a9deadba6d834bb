/** Where the address of a game at a shop or catalogue has its name: the host, and the part of the path. */
const NAMED: readonly [host: RegExp, path: RegExp][] = [
  [/(?:^|\.)steampowered\.com$/, /^\/app\/\d+\/([^/]+)/],
  [/(?:^|\.)igdb\.com$/, /^\/games\/([^/]+)/],
  [/(?:^|\.)rawg\.io$/, /^\/games\/([^/]+)/],
  [/(?:^|\.)gog\.com$/, /^\/(?:[a-z]{2}(?:-[a-z]+)?\/)?game\/([^/]+)/i],
  [/(?:^|\.)itch\.io$/, /^\/([^/]+)/],
]
const NAME_MAX = 100

/**
 * Returns the name of the game that somebody shares with the installed app: the part of an address that names it, otherwise the
 * words. Apps send an address as `url` or in the middle of `text`.
 */
export function sharedName({
  title = '',
  text = '',
  url = '',
}: {
  title?: string
  text?: string
  url?: string
}): string {
  const address = url || (/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  const words = text.replace(/https?:\/\/\S+/g, ' ').trim() || title.trim()
  const name = nameIn(address) ?? words
  return name.replace(/\s+/g, ' ').slice(0, NAME_MAX).trim()
}

function nameIn(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { hostname, pathname } = new URL(address)
  for (const [host, path] of NAMED) {
    const slug = host.test(hostname) ? path.exec(pathname)?.[1] : undefined
    if (slug !== undefined) return wordsOf(slug)
  }
  return null
}

/** RAWG and itch write hyphens for spaces, Steam and GOG underscores. */
function wordsOf(slug: string): string {
  try {
    return decodeURIComponent(slug).replace(/[-_]+/g, ' ')
  } catch {
    return slug.replace(/[-_]+/g, ' ')
  }
}
