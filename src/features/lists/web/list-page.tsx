import { type QueryClient, useMutation } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useMembersOnly, useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { metadataQuery } from '#features/catalogue/web/catalogue.api.ts'
import { DiscussionFoot, useLiveDiscussions } from '#features/discussions/web/discussions.widgets.tsx'
import { loadMarks } from '#features/library/web/library.api.ts'
import { HoldNote } from '#features/moderation/web/moderation.widgets.tsx'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import type { ListId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { subjectRef } from '#shared/subject.ts'
import { AppealHere } from '#web/appeal.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { usePinEntry } from '#web/pinning.ts'
import { ReportHere } from '#web/report.tsx'
import { useStore } from '#web/store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { DotsButton } from '#web/ui/menu-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useEnv } from '#web/use-env.ts'
import { showFailure } from '#web/write-failure.ts'
import { LIST_PAGE_TEXTS } from '../list-page.texts.ts'
import type { ListPage } from '../lists.contract.ts'
import { LIST } from '../lists.subject.ts'
import { LIST_TEXTS } from '../lists.texts.ts'
import { addGamesRequests } from './add-to-list.ts'
import { fileEntries, useHomeEntry } from './list-entries.ts'
import { ListGames } from './list-games.tsx'
import { ListFacts, ListProgress, listHref } from './list-parts.tsx'
import {
  cloneListMutation,
  deleteListMutation,
  likeListMutation,
  listDiscussionTarget,
  listGamesQuery,
  listQuery,
} from './lists.api.ts'
import { EditFilters, FiltersInWords, useOpenedSmartList } from './smart-list.tsx'

const ListEditor = lazyLoaded(() => import('./list-editor.tsx'), 'ListEditor')
const ConfirmDialog = lazyLoaded(() => import('#web/ui/dialog.tsx'), 'ConfirmDialog')

/** Loads a list, its first games and the viewer's marks on them. Throws CallError 404 if the list is not visible. */
export async function loadList(client: QueryClient, id: ListId): Promise<void> {
  const games = listGamesQuery(id)
  const [{ smart }] = await Promise.all([
    client.ensureQueryData({ ...listQuery(id), revalidateIfStale: true }),
    client.prefetchInfiniteQuery(games),
  ])
  if (smart) await client.prefetchQuery(metadataQuery())
  const shown = client.getQueryData(games.queryKey)?.pages.flatMap(({ data }) => data) ?? []
  await loadMarks(
    client,
    shown.map(({ game }) => game.id),
  )
}

/** Renders a list with its games, reactions and comments; the owner can replace the games by the editor. */
export function ListScreen({ list }: { list: ListPage }) {
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const news = useOpenedSmartList(list)
  // The palette asks for the editor.
  const asked = useStore(addGamesRequests)
  useEffect(() => {
    if (asked === list.id) setEditing(true)
  }, [asked, list.id])
  const done = () => {
    setEditing(false)
    edit.current?.focus()
  }
  return (
    <>
      <ListHead
        list={list}
        news={news.count}
        isEditing={isEditing}
        editButton={edit}
        onEdit={() => setEditing(!isEditing)}
      />
      <div className="pt-6 md:pt-8">
        {isEditing ? (
          <Suspense fallback={<RowsSkeleton />}>
            <ListEditor list={list} onDone={done} />
          </Suspense>
        ) : (
          <ListGames list={list} newSince={news.since} onEdit={() => setEditing(true)} />
        )}
      </div>
      {list.is_shared && <Discussion list={list} />}
    </>
  )
}

function ListHead(props: {
  list: ListPage
  isEditing: boolean
  editButton: React.RefObject<HTMLButtonElement | null>
  onEdit: () => void
  /** The games that are new to the owner. */
  news: number
}) {
  const { list } = props
  const name = memberName(list.user)
  return (
    <header className="grid gap-3">
      <p className="flex items-center gap-2.5 text-14 text-text-2">
        <MemberLink member={list.user} isRepeated>
          <Avatar id={list.user.id} name={name} src={list.user.avatar_url} size={36} />
        </MemberLink>
        <span className="min-w-0 wrap-anywhere">
          A list by{' '}
          <MemberLink member={list.user} className="font-[650] text-text underline-offset-3 hover:underline">
            {name}
          </MemberLink>
        </span>
      </p>
      <h1 className="title justify-self-start text-28 wrap-anywhere text-balance md:text-40" dir="auto">
        {list.title}
      </h1>
      <ListFacts list={list} news={props.news} />
      {list.smart && <FiltersInWords filters={list.smart.filters} />}
      {list.isHidden && <WhyHidden list={list} />}
      {!props.isEditing && list.description !== '' && (
        <p className="max-w-[64ch] text-16 leading-relaxed wrap-anywhere whitespace-pre-line text-text-2" dir="auto">
          {list.description}
        </p>
      )}
      <ListProgress played={list.played_count} games={list.games_count} />
      <div className="flex flex-wrap items-center gap-2 pt-1">
        {list.viewerCan.edit ? (
          <Button icon="pen" ref={props.editButton} aria-pressed={props.isEditing} onClick={props.onEdit}>
            Edit
          </Button>
        ) : (
          <LikeButton list={list} />
        )}
        {list.viewerCan.edit && list.smart && <EditFilters id={list.id} filters={list.smart.filters} />}
        <CloneButton list={list} />
        {list.is_shared && <ShareButton title={list.title} path={listHref(list)} />}
        <MoreMenu list={list} />
      </div>
    </header>
  )
}

function LikeButton({ list }: { list: ListPage }) {
  const asMember = useMembersOnly()
  const like = useMutation({
    ...likeListMutation(list.id),
    scope: { id: `like:${list.id}` },
  })
  // The call toggles, so a second press waits for the answer of the first.
  const press = () =>
    !like.isPending &&
    like.mutate(!list.is_liked, { onError: (error) => showFailure(LIST_PAGE_TEXTS.likeNotSaved, error) })
  return (
    <Button
      icon="heart"
      className="list-like"
      aria-pressed={list.is_liked}
      onClick={() => asMember(LIST_TEXTS.signInToLike, press, press)}
    >
      Like
      {list.likes_count > 0 && <span className="num text-text-2">{numberText(list.likes_count)}</span>}
    </Button>
  )
}

/** Copies the list to a new list of the viewer; Undo deletes the copy. */
function CloneButton({ list }: { list: ListPage }) {
  const viewer = useViewer()
  const clone = useMutation(cloneListMutation())
  const remove = useMutation(deleteListMutation())
  const cloneNow = () =>
    clone.mutate(list.id, {
      onSuccess: (copy) =>
        toast({
          title: 'Copied to your lists',
          undo: () =>
            remove.mutate(copy.id, { onError: (error) => showFailure(LIST_PAGE_TEXTS.copyNotDeleted, error) }),
        }),
      onError: (error) => showFailure(LIST_PAGE_TEXTS.notCopied, error),
    })
  const press = () =>
    viewer ? cloneNow() : requestSignIn({ description: LIST_TEXTS.signInToClone, onSuccess: cloneNow })
  return (
    <Button icon="copy" busy={clone.isPending} onClick={press}>
      Clone
    </Button>
  )
}

function MoreMenu({ list }: { list: ListPage }) {
  const asMember = useMembersOnly()
  const navigate = useNavigate()
  const remove = useMutation(deleteListMutation())
  const [open, setOpen] = useState<'delete' | 'report' | null>(null)
  const report = () => setOpen('report')
  // A private list on a profile is a pin that nobody else sees.
  const mayPin = list.viewerCan.edit && list.is_shared && !list.isHidden
  const home = useHomeEntry(list)
  const files = fileEntries(list.id)
  const pin = usePinEntry(mayPin ? { itemType: 'list', of: list.id, load: async () => list } : null)
  return (
    <>
      <DotsButton
        label="More"
        onNear={pin.prepare}
        items={
          list.viewerCan.edit
            ? [
                ...pin.entries,
                home,
                ...files,
                { label: 'Delete list', icon: 'trash', danger: true, onSelect: () => setOpen('delete') },
              ]
            : [...files, { label: 'Report', icon: 'flag', onSelect: () => asMember(SIGN_IN_TO_REPORT, report, report) }]
        }
      />
      <ReportHere
        request={
          open === 'report'
            ? { subject: subjectRef(LIST, list.id), name: `the list of ${memberName(list.user)}` }
            : null
        }
        onClose={() => setOpen(null)}
      />
      {open === 'delete' && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={(isOpen) => isOpen || setOpen(null)}
            title={`Delete ${list.title}?`}
            text={LIST_PAGE_TEXTS.delete}
            confirmLabel="Delete"
            busyLabel="Deleting…"
            danger
            onConfirm={() =>
              remove.mutateAsync(list.id).then(
                () => navigate('/profile/list'),
                (error: unknown) => showFailure(LIST_PAGE_TEXTS.notDeleted, error),
              )
            }
          />
        </Suspense>
      )}
    </>
  )
}

function Discussion({ list }: { list: ListPage }) {
  const { client } = useEnv()
  const { hash } = useLocation()
  const element = useRef<HTMLDivElement>(null)
  const target = useMemo(() => listDiscussionTarget(client), [client])
  const ids = useMemo(() => [[list.id]], [list.id])
  useLiveDiscussions({ list: element, kind: LIST, items: ids, targetOf: listDiscussionTarget, isOn: true })
  return (
    <Section title="Comments" id="comments">
      <div ref={element} className="max-w-180">
        <div>
          <DiscussionFoot
            kind={LIST}
            items={[list]}
            target={target}
            variant="inline"
            opensComments={hash === '#comments'}
          />
        </div>
      </div>
    </Section>
  )
}

function WhyHidden({ list: { id, hold } }: { list: Pick<ListPage, 'id' | 'hold'> }) {
  const appeal = <AppealHere kind={LIST} id={id} />
  return hold ? <HoldNote hold={hold}>{appeal}</HoldNote> : <HiddenNote>{appeal}</HiddenNote>
}
