import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fold } from '#features/spoilers/web/fold.widgets.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FORUM_DIALOG_TEXTS } from '../forum-dialogs.texts.ts'
import type { ForumPost, ForumThread, ForumVersion } from '../forum-shapes.schemas.ts'
import { postVersionsQuery, revealPostVersions, revealThreadVersions, threadVersionsQuery } from './forum.api.ts'
import { ForumText } from './forum-parts.tsx'

/** The earlier texts of a post, for its author and moderators. */
export function PostVersionsDialog({ post, onClose }: { post: ForumPost; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <VersionsDialog
      versions={useQuery(postVersionsQuery(post.id))}
      reveal={() => revealPostVersions(client, post.id)}
      onClose={onClose}
    />
  )
}

/** The earlier titles and texts of a thread, for its author and moderators. */
export function ThreadVersionsDialog({ thread, onClose }: { thread: ForumThread; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <VersionsDialog
      versions={useQuery(threadVersionsQuery(thread.id))}
      reveal={() => revealThreadVersions(client, thread.id)}
      onClose={onClose}
    />
  )
}

function VersionsDialog(props: {
  versions: UseQueryResult<ForumVersion[]>
  /** Loads the versions with the texts that are folded for a moderator. */
  reveal: () => Promise<ForumVersion[]>
  onClose: () => void
}) {
  const { versions, onClose } = props
  const { data, isError, refetch } = versions
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Earlier versions"
      description={FORUM_DIALOG_TEXTS.versionsFor}
    >
      {data ? (
        data.length > 0 ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the dialog scrolls, and has no field
          <ol className="grid gap-5" tabIndex={0} data-first aria-label="Versions, newest first">
            {data.map((version) => (
              <li key={version.written_at} className="grid gap-2 border-t border-line pt-4">
                <Ago at={version.written_at} className="text-13 text-text-3" />
                {version.title !== null && <b className="wrap-anywhere">{version.title}</b>}
                <VersionText version={version} reveal={props.reveal} />
              </li>
            ))}
          </ol>
        ) : (
          <p className="text-text-2">{FORUM_DIALOG_TEXTS.noVersions}</p>
        )
      ) : isError ? (
        <ErrorState text={FORUM_DIALOG_TEXTS.versionsNotLoaded} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="grid gap-3">
          <span className="visually-hidden">Loading</span>
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-16 w-full" />
        </div>
      )}
    </Dialog>
  )
}

function VersionText({ version, reveal }: { version: ForumVersion; reveal: () => Promise<ForumVersion[]> }) {
  const { html, fold, written_at } = version
  if (!fold) return <ForumText html={html} />
  const revealThis = async () => (await reveal()).find((other) => other.written_at === written_at)?.html ?? ''
  return (
    <Fold fold={fold} reveal={revealThis}>
      {(text) => <ForumText html={text} />}
    </Fold>
  )
}
