import type { ComponentType } from 'react'
import { defineSlot } from '#web/slots.tsx'
import type { PublicProfile } from '../profiles.contract.ts'

/** What a viewer can do about another member, on the member's profile and in its modal. */
export const memberActions = defineSlot<ComponentType<{ member: PublicProfile }>>('profiles.memberActions')
