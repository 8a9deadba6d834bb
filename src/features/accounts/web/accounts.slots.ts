import { defineSlot } from '#web/slots.tsx'

/** The member has signed out in this tab, and a new document is about to be loaded: a handler does its work at once. */
export const signedOut = defineSlot<() => void>('accounts.signedOut')
