import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { FeaturePages } from '#shared/feature-pages.ts'
import type { SubjectKind } from '#shared/subject.ts'
import type { ReportRequest } from './report.tsx'
import { defineSlot } from './slots.tsx'
import type { IconName } from './ui/icon.tsx'

// The slots that belong to no feature. Those of a feature are in its `x.slots.ts`.

/** A component on every page that renders nothing itself and updates something. */
export const everyPage = defineSlot<ComponentType>('web.everyPage')

/** A tool in a member's header, beside the account; the lowest `order` comes first. */
export const headerTools = defineSlot<{ order: number; Tool: ComponentType }>('web.headerTools')

/** Loads data that the frame of a member's page shows, before its first rendering. */
export const memberFrameLoaders = defineSlot<(client: QueryClient) => Promise<unknown>>('web.memberFrameLoaders')

/** Refreshes data on every page when the stream publishes something on the channel. */
export const liveRefreshes = defineSlot<{ channel: string; refresh: (client: QueryClient) => unknown }>(
  'web.liveRefreshes',
)

/** The pages of the features, and what people know them by. */
export const featurePages = defineSlot<FeaturePages<IconName>>('web.featurePages')

/** Something that a member can do with what a page is about; the palette offers it there. */
export interface PageAction {
  key: string
  /** The lowest comes first among the actions of a page. */
  order?: number
  label: string
  /** Further words that find it, phrases separated by commas. */
  words: string
  icon: IconName
  run: () => void
}

/** The actions of a page, which the palette asks for when it opens: none for another page. */
export const pageActions =
  defineSlot<(page: { pathname: string; client: QueryClient }) => readonly PageAction[]>('web.pageActions')

/**
 * The kinds of subjects that members react to, comment on, report or are notified about; each owner fills in its own.
 */
export const subjectKinds = defineSlot<SubjectKind>('web.subjectKinds')

/** The dialog in which a member reports something. */
export const reportDialog =
  defineSlot<ComponentType<{ request: ReportRequest; onClose: () => void }>>('web.reportDialog')

/** Lets the author appeal against the decision that has hidden a text, and says where the appeal stands. */
export const appealLine = defineSlot<ComponentType<{ type: string; id: string }>>('web.appealLine')

/** Reports an error that the person has not noticed to the error log. */
export const quietError = defineSlot<(error: Error) => void>('web.quietError')
