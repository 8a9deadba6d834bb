import type { Device } from '#shared/network.ts'

interface Connection {
  effectiveType?: string
  saveData?: boolean
}

const connection = (): Connection => (globalThis.navigator as { connection?: Connection } | undefined)?.connection ?? {}

/** A phone: as narrow as the pages take one for, or held in the hand. On the server it is none. */
const isMobile = (): boolean =>
  globalThis.matchMedia?.('(max-width: 767.98px), (hover: none) and (pointer: coarse)').matches ?? false

/** The device as it is at this moment: connections change. */
export const device = (): Device => ({ isMobile: isMobile(), effectiveType: connection().effectiveType })

/** 2g, 3g, or asked to save data (C45). */
export const isSlow = (): boolean => /[23]g$/.test(connection().effectiveType ?? '') || connection().saveData === true

export const isOffline = (): boolean => globalThis.navigator?.onLine === false
