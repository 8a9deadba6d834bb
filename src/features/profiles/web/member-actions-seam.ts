import { type ComponentType, createContext } from 'react'
import type { PublicProfile } from '../profiles.contract.ts'

/**
 * What one can do about another member (follow, ask to be friends): given by the app, because the features that do it stand
 * below this one.
 */
export const MemberActions = createContext<ComponentType<{ member: PublicProfile }> | null>(null)
