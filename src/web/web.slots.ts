import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { SubjectKind } from '#shared/subject.ts'
import type { ReportRequest } from './report.tsx'
import { defineSlot } from './slots.tsx'

// The slots that belong to no feature. Those of a feature are in its `x.slots.ts`.

/** Rendered once beside every page, as a component that keeps something up to date and renders nothing itself. */
export const everyPage = defineSlot<ComponentType>('web.everyPage')

/** What a member's header shows beside the account; the lowest `order` stands first. */
export const headerTools = defineSlot<{ order: number; Tool: ComponentType }>('web.headerTools')

/** Reads what the frame of a member's page shows, before its first rendering. */
export const memberFrameLoaders = defineSlot<(client: QueryClient) => Promise<unknown>>('web.memberFrameLoaders')

/** Refreshes what a member sees when the stream publishes something on the channel, on every page. */
export const liveRefreshes = defineSlot<{ channel: string; refresh: (client: QueryClient) => unknown }>(
  'web.liveRefreshes',
)

/** The kinds of things that members react to, comment on, report or are notified about: each owner fills in its own. */
export const subjectKinds = defineSlot<SubjectKind>('web.subjectKinds')

/** The dialog in which a member reports something. */
export const reportDialog =
  defineSlot<ComponentType<{ request: ReportRequest; onClose: () => void }>>('web.reportDialog')

/** An error that the person has not noticed, for the error log. */
export const quietError = defineSlot<(error: Error) => void>('web.quietError')
