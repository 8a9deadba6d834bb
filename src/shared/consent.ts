/** Each level includes the ones before it; `all` includes everything, future purposes too (R-PREF-08, G50). */
export const CONSENT_LEVELS = ['essential', 'functional', 'analytics', 'all'] as const
export type ConsentLevel = (typeof CONSENT_LEVELS)[number]

/** The content of the consent cookie, as JSON (R-PREF-09). */
export interface Consent {
  level: ConsentLevel
  /** The time of the choice, ISO 8601. */
  timestamp: string
  version: typeof CONSENT_VERSION
}

export const CONSENT_COOKIE = 'consent'
/** A choice of another version, with other levels or texts, is no longer valid. */
export const CONSENT_VERSION = '1.0'

/** Returns whether a level allows what requires `needed`. Before any choice only essential items are allowed (G50). */
export function allows(level: ConsentLevel, needed: ConsentLevel): boolean {
  return CONSENT_LEVELS.indexOf(level) >= CONSENT_LEVELS.indexOf(needed)
}

/** Parses the choice from a Cookie header or `document.cookie`; null when there is none or it is invalid. */
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
