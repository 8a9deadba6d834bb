import { isDay } from '#shared/calendar-days.ts'
import { SPANS, type Span } from '../releases.rules.ts'

/** What the address of the release calendar says. */
export interface ReleaseParams {
  span: Span
  platform: number | null
  /** The first week, YYYY-MM-DD; null for the current one. */
  from: string | null
  /** Only games of the member's library. */
  isOnlyMine: boolean
}

/** Parses an address; invalid values are ignored (G38). */
export function releaseParamsOf(search: URLSearchParams): ReleaseParams {
  const [platform = '', from = ''] = [search.get('platform') ?? '', search.get('from') ?? '']
  const span = SPANS.find((each) => each === search.get('span')) ?? 'coming'
  return {
    span,
    platform: /^[1-9]\d{0,7}$/.test(platform) ? Number(platform) : null,
    from: span === 'coming' && isDay(from) ? from : null,
    isOnlyMine: search.get('mine') === '1',
  }
}

/** Returns the canonical address. */
export function releaseAddress({ span, platform, from, isOnlyMine }: Partial<ReleaseParams>): string {
  const search = new URLSearchParams()
  if (span === 'out') search.set('span', span)
  if (platform) search.set('platform', String(platform))
  if (from && span !== 'out') search.set('from', from)
  if (isOnlyMine) search.set('mine', '1')
  const text = search.toString()
  return text === '' ? '/releases' : `/releases?${text}`
}
