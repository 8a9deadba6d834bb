import type { Device } from '#shared/network.ts'

interface Connection {
  effectiveType?: string
  saveData?: boolean
}

const connection = (): Connection => (globalThis.navigator as { connection?: Connection } | undefined)?.connection ?? {}

/** Returns whether this is a phone: as narrow as the pages' phone layout, or with touch. False on the server. */
const isMobile = (): boolean =>
  globalThis.matchMedia?.('(max-width: 767.98px), (hover: none) and (pointer: coarse)').matches ?? false

/** Returns the current device; not cached, because connections change. */
export const device = (): Device => ({ isMobile: isMobile(), effectiveType: connection().effectiveType })

/** Returns whether the connection is 2g or 3g, or set to save data (C45). */
export const isSlow = (): boolean => /[23]g$/.test(connection().effectiveType ?? '') || connection().saveData === true

export const isOffline = (): boolean => globalThis.navigator?.onLine === false
