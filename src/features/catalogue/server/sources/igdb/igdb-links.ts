import type { GameLink } from '../../../game-facts.contract.ts'
import { linkKindOf } from '../../../game-facts.rules.ts'

const LONGEST = 500

/**
 * Returns a link to a store or site that the page names, by its host; any other host only if it is of a kind that the source names.
 * Null for what is no web address.
 */
export function linkOf(address: string | undefined, kind: 'official' | 'wiki' | null): GameLink | null {
  if (!address || address.length > LONGEST) return null
  const url = URL.parse(address.trim())
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.port) return null
  if (!url.hostname.includes('.')) return null
  const found = linkKindOf(url.hostname) ?? kind
  return found && url.href.length <= LONGEST ? { kind: found, url: url.href } : null
}
