/** Each level includes the ones before it; `all` is everything, also what is yet to come (R-PREF-08, G50). */
export const CONSENT_LEVELS = ['essential', 'functional', 'analytics', 'all'] as const
export type ConsentLevel = (typeof CONSENT_LEVELS)[number]

/** What the consent cookie holds, as JSON (R-PREF-09). */
export interface Consent {
  level: ConsentLevel
  /** When it was chosen, ISO 8601. */
  timestamp: string
  version: typeof CONSENT_VERSION
}

export const CONSENT_COOKIE = 'consent'
/** A choice that was made of other levels or texts than these counts no longer. */
export const CONSENT_VERSION = '1.0'

/** Whether a level allows what needs another. Before anybody has chosen, only what is essential is allowed (G50). */
export function allows(level: ConsentLevel, needed: ConsentLevel): boolean {
  return CONSENT_LEVELS.indexOf(level) >= CONSENT_LEVELS.indexOf(needed)
}

/** What was chosen, out of a header or `document.cookie`; null when nothing was, or nothing that counts. */
export function consentIn(cookies: string | null | undefined): Consent | null {
  const text = /(?:^|; ?)consent=([^;]*)/.exec(cookies ?? '')?.[1]
  try {
    const { level, timestamp, version } = JSON.parse(decodeURIComponent(text ?? '')) as Partial<Consent>
    const isOurs = version === CONSENT_VERSION && CONSENT_LEVELS.includes(level as ConsentLevel)
    return isOurs ? { level: level as ConsentLevel, timestamp: String(timestamp), version } : null
  } catch {
    return null
  }
}
