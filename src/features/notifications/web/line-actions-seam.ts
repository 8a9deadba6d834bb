import { type ComponentType, createContext } from 'react'
import type { Notification } from '../notifications.contract.ts'

/**
 * What can be answered in a line itself (a friend request): given by the app, because the features that do it stand below this
 * one. `onAnswered` is called after an answer was saved, when the line goes.
 */
export const LineActions = createContext<ComponentType<{ line: Notification; onAnswered: () => void }> | null>(null)
