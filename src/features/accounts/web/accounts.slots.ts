import type { ComponentType, ReactNode } from 'react'
import { defineSlot } from '#web/slots.tsx'

/** The member has signed out in this tab, and a new document is about to be loaded: a handler does its work at once. */
export const signedOut = defineSlot<() => void>('accounts.signedOut')

/** The member is about to sign out: a handler says what would be lost, or null. */
export const beforeSignOut = defineSlot<() => Promise<string | null>>('accounts.beforeSignOut')

/** Stands around the sign-up form of the dialog, and may show something else in its place. */
export const signUpGate = defineSlot<ComponentType<{ children: ReactNode }>>('accounts.signUpGate')

/** Offers a suspended member an appeal, under the refusal of the sign-in; `token` proves that the password was right. */
export const appealOfSuspended = defineSlot<ComponentType<{ token: string }>>('accounts.appealOfSuspended')
