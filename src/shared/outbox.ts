/** A device sends nothing older by itself. The server remembers the keys of writes for longer (`KEPT_FOR_DEVICES_DAYS`). */
export const OUTBOX_DAYS = 30

/** The header with which a device says how many milliseconds ago the member did what it sends. */
export const DONE_AGO = 'done-ago'

const PREFIX = 'waits-'

/** Returns the id of something that a device keeps until there is a network. The server never gives one like it. */
export const waitingId = (key: string): string => PREFIX + key
export const isWaiting = ({ id }: { id: string }): boolean => id.startsWith(PREFIX)
/** Returns the Idempotency-Key of what has this id. */
export const keyOf = (id: string): string => id.slice(PREFIX.length)
