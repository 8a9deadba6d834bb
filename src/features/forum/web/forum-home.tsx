import { type QueryClient, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { numberText, plural } from '#shared/counted.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_MISSING } from '#web/ui/error-texts.ts'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useIsHydrated } from '#web/use-env.ts'
import { showFailure } from '#web/write-failure.ts'
import { CATEGORY_SLUGS } from '../forum.rules.ts'
import { FORUM_HOME_TEXTS } from '../forum-home.texts.ts'
import type { ForumCategory } from '../forum-shapes.schemas.ts'
import {
  categoriesQuery,
  latestThreadsQuery,
  markAllReadMutation,
  subscribedThreadsQuery,
  threadsOf,
} from './forum.api.ts'
import { categoryPath, newThreadAddress } from './forum-address.ts'
import { ThreadRows, ThreadRowsSkeleton } from './thread-rows.tsx'

/** Loads the categories and the latest threads; failures are shown on the page. */
export async function loadForum(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(categoriesQuery()), client.prefetchQuery(latestThreadsQuery())])
}

/** The categories in a row, and the latest threads (G16). */
export function ForumHome() {
  return (
    <>
      <header className="flex flex-wrap items-end gap-x-6 gap-y-4 pt-(--page-top) pb-6 md:pb-8">
        <div className="grid min-w-0 flex-1 basis-80 gap-2">
          <h1 className="title text-40">Forum</h1>
          <p className="max-w-[60ch] text-16 text-text-2">{FORUM_HOME_TEXTS.about}</p>
        </div>
        <ButtonLink kind="solid" icon="pen" href={newThreadAddress()}>
          New thread
        </ButtonLink>
      </header>
      <Categories />
      <Latest />
    </>
  )
}

function Categories() {
  const { data, isError, refetch } = useQuery(categoriesQuery())
  if (!data && isError) return <ErrorState level={2} text={LIST_MISSING} onRetry={() => void refetch()} />
  return (
    <section aria-label="Categories">
      <ul className="forum-categories bleed">
        {data
          ? data.map((category) => (
              <li key={category.slug}>
                <Category category={category} />
              </li>
            ))
          : CATEGORY_SLUGS.map((slug) => (
              <li key={slug}>
                <Skeleton className="h-12 w-3/5" />
              </li>
            ))}
      </ul>
    </section>
  )
}

function Category({ category: { slug, name, description, threads_count } }: { category: ForumCategory }) {
  return (
    <article className="grid gap-1" aria-label={name}>
      <h2 className="flex flex-wrap items-baseline gap-x-2">
        <a href={categoryPath(slug)} className="title tap text-18 underline-offset-4 hover:underline">
          {name}
        </a>
        <span className="num text-13 text-text-3">
          {numberText(threads_count)}
          <span className="visually-hidden"> {plural(threads_count, 'thread', 'threads')}</span>
        </span>
      </h2>
      <p className="text-13 text-pretty text-text-2 max-md:hidden">{description}</p>
    </article>
  )
}

type Shown = 'latest' | 'subscribed'

function Latest() {
  const viewer = useViewer()
  const [shown, setShown] = useState<Shown>('latest')
  const isSubscribed = shown === 'subscribed' && viewer !== null
  return (
    <Section
      title={isSubscribed ? 'Threads you follow' : 'Latest threads'}
      action={viewer && <MarkAllRead />}
      className="mt-8!"
    >
      {viewer && (
        <Segmented
          label="Threads"
          className="mb-4"
          value={shown}
          options={[
            { value: 'latest', label: 'Latest' },
            { value: 'subscribed', label: 'Subscribed' },
          ]}
          onChange={setShown}
        />
      )}
      {isSubscribed ? <Subscribed /> : <LatestRows />}
    </Section>
  )
}

function LatestRows() {
  const { data, isError, refetch } = useQuery(latestThreadsQuery())
  if (!data) return isError ? <ErrorState text={LIST_MISSING} onRetry={() => void refetch()} /> : <ThreadRowsSkeleton />
  return data.data.length > 0 ? <ThreadRows threads={data.data} label="Latest threads" /> : <NoThreads />
}

function Subscribed() {
  const list = useInfiniteQuery(subscribedThreadsQuery())
  const threads = threadsOf(list.data)
  if (!list.data)
    return list.isError ? (
      <ErrorState text={LIST_MISSING} onRetry={() => void list.refetch()} />
    ) : (
      <ThreadRowsSkeleton />
    )
  if (threads.length === 0) return <EmptyState title="Nothing subscribed" text={FORUM_HOME_TEXTS.subscribe} />
  return (
    <>
      <ThreadRows threads={threads} label="Subscribed threads" />
      <MoreButton list={list} />
    </>
  )
}

/** The empty state of every list of threads. */
export function NoThreads({ address = newThreadAddress(), level = 3 }: { address?: string; level?: 2 | 3 }) {
  return (
    <EmptyState
      level={level}
      title="No threads yet"
      text={FORUM_HOME_TEXTS.startFirst}
      action={
        <ButtonLink kind="line" href={address}>
          New thread
        </ButtonLink>
      }
    />
  )
}

export function MarkAllRead() {
  const { mutate, isPending } = useMutation(markAllReadMutation())
  const isHydrated = useIsHydrated()
  const mark = () =>
    mutate(undefined, {
      onSuccess: () => toast({ title: FORUM_HOME_TEXTS.allRead }),
      onError: (error) => showFailure(FORUM_HOME_TEXTS.notAllRead, error),
    })
  return (
    <Button kind="quiet" icon="check" busy={isPending} disabled={!isHydrated} onClick={mark}>
      Mark all as read
    </Button>
  )
}
