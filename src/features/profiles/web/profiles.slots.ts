import type { ComponentType } from 'react'
import { defineSlot } from '#web/slots.tsx'
import type { Profile, PublicProfile } from '../profiles.contract.ts'

/** The actions of a viewer on another member, on the member's profile and in its modal. */
export const memberActions = defineSlot<ComponentType<{ member: PublicProfile }>>('profiles.memberActions')

/** The badges on the profile card, on the profile's page and in its modal. */
export const profileBadges = defineSlot<ComponentType<{ profile: Profile; href?: string }>>('profiles.badges')
