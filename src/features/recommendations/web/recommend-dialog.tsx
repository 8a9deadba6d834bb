import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { Friend } from '#features/friends/friends.contract.ts'
import { friendsQuery } from '#features/friends/web/friends.api.ts'
import { memberName } from '#shared/member-name.ts'
import { foldName, lengthOf } from '#shared/text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog, DialogButtons, DoneButton } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Field, Radio, TextArea, TextInput } from '#web/ui/field.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useClosing } from '#web/use-asked.ts'
import { failureText, showFailure } from '#web/write-failure.ts'
import { RECOMMEND_TEXTS } from '../recommend-dialog.texts.ts'
import { LINE_MAX, type RecommendationState } from '../recommendations.rules.ts'
import { RECOMMENDATION_REFUSALS } from '../recommendations.texts.ts'
import { recommend, sentQuery } from './recommendations.api.ts'

type Game = Pick<GameCard, 'id' | 'name'>

type FriendList = UseInfiniteQueryResult<unknown>

/** Recommends a game to one of the viewer's friends, with a line. After a refusal the dialog stays, with the typed line. */
export function RecommendDialog({ game, onClose }: { game: Game; onClose: () => void }) {
  const { isOpen, close } = useClosing(onClose)
  const list = useInfiniteQuery(friendsQuery())
  const friends = list.data?.pages.flatMap(({ data }) => data)
  const hasFriends = friends !== undefined && friends.length > 0
  const [friend, setFriend] = useState<Friend | null>(null)
  const [line, setLine] = useState('')
  const { problem, setProblem, isBusy, send } = useSending(game, close)
  const isTooLong = lengthOf(line.trim()) > LINE_MAX
  const choose = (friend: Friend) => {
    setFriend(friend)
    setProblem(null)
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!friend) event.currentTarget.querySelector<HTMLElement>('[name=friend]:not(:disabled)')?.focus()
    if (hasFriends && !isTooLong) void send(friend, line)
  }
  return (
    <Dialog
      open={isOpen}
      size="question"
      isTyped={line !== ''}
      isSaving={isBusy}
      onOpenChange={(open) => open || close()}
      title={RECOMMEND_TEXTS.title(game.name)}
      onSubmit={submit}
      footer={
        hasFriends ? (
          <DialogButtons
            label={RECOMMEND_TEXTS.recommend}
            onCancel={close}
            busy={isBusy}
            busyLabel={RECOMMEND_TEXTS.recommending}
          />
        ) : (
          <DoneButton onClick={close} />
        )
      }
    >
      {hasFriends ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Friends {...{ game, friends, list }} chosen={friend} onChoose={choose} error={problem ?? undefined} />
          <Field
            label={RECOMMEND_TEXTS.line}
            hint={RECOMMEND_TEXTS.lineHint}
            error={isTooLong ? RECOMMENDATION_REFUSALS.line : undefined}
          >
            <TextArea rows={2} value={line} onChange={({ target }) => setLine(target.value)} />
          </Field>
        </div>
      ) : (
        <WithoutFriends list={list} />
      )}
    </Dialog>
  )
}

/** While the friends load, after a failure, and for a member who has none here. */
function WithoutFriends({ list }: { list: FriendList }) {
  if (list.isSuccess)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-14 text-text-2">{RECOMMEND_TEXTS.noFriends}</p>
        <ButtonLink href="/profile/friends">{RECOMMEND_TEXTS.findPeople}</ButtonLink>
      </div>
    )
  if (list.isError) return <ErrorState text={RECOMMEND_TEXTS.notLoaded} onRetry={() => void list.refetch()} />
  return <RowsSkeleton count={3} />
}

/** Returns what sends the recommendation, and why it was not sent. */
function useSending(game: Game, close: () => void) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (friend: Friend | null, line: string): Promise<void> => {
    if (isBusy) return
    if (!friend) return setProblem(RECOMMEND_TEXTS.choose)
    setBusy(true)
    setProblem(null)
    try {
      const withdraw = await recommend(client, game.id, friend.id, line.trim())
      const undo = () =>
        void withdraw().then(
          () => toast({ title: RECOMMEND_TEXTS.undone }),
          (error: unknown) => showFailure(RECOMMEND_TEXTS.notUndone, error),
        )
      toast({ title: RECOMMEND_TEXTS.done(game.name, memberName(friend)), undo })
      close()
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return { problem, setProblem, isBusy, send }
}

/** With fewer friends nobody needs to search. */
const SEARCHED_FROM = 8

/** The viewer's friends, to choose one. Who was recommended the game before cannot be chosen again. */
function Friends(props: {
  game: Game
  friends: readonly Friend[]
  list: FriendList
  chosen: Friend | null
  onChoose: (friend: Friend) => void
  error: string | undefined
}) {
  const { friends, list, chosen } = props
  const [typed, setTyped] = useState('')
  const { data: sent } = useQuery(sentQuery(props.game.id))
  const wanted = foldName(typed.trim())
  const isSearching = wanted !== '' && list.hasNextPage
  useEffect(() => {
    // A name is looked for among all friends, and not only among those that are loaded.
    if (isSearching && !list.isFetchingNextPage) void list.fetchNextPage()
  }, [isSearching, list.isFetchingNextPage, list.fetchNextPage])
  const shown = friends.filter(
    ({ id, display_name, username }) =>
      id === chosen?.id || [display_name, username].some((name) => name !== null && foldName(name).includes(wanted)),
  )
  const stateOf = new Map(sent?.map(({ recipient_id, state }) => [recipient_id, state]))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {friends.length >= SEARCHED_FROM && (
        <Field label={RECOMMEND_TEXTS.find}>
          <TextInput type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
      )}
      <Field label={RECOMMEND_TEXTS.to} group error={props.error}>
        {/* As high as five friends and a half, so that one sees that there are more. */}
        <div className="-m-1 grid max-h-66 grid-cols-[minmax(0,1fr)] overflow-y-auto p-1">
          {shown.map((friend) => (
            <FriendChoice
              key={friend.id}
              friend={friend}
              state={stateOf.get(friend.id) ?? null}
              isChosen={chosen?.id === friend.id}
              onChoose={props.onChoose}
            />
          ))}
          {shown.length === 0 && !isSearching && (
            <p className="text-14 text-text-2">{RECOMMEND_TEXTS.nobody(typed.trim())}</p>
          )}
          {list.hasNextPage && (
            <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {RECOMMEND_TEXTS.more}
            </Button>
          )}
        </div>
      </Field>
    </div>
  )
}

const STATE_TEXTS: Record<RecommendationState, string> = {
  open: RECOMMEND_TEXTS.before,
  declined: RECOMMEND_TEXTS.before,
  accepted: RECOMMEND_TEXTS.wanted,
  thanked: RECOMMEND_TEXTS.thanked,
  hidden: RECOMMEND_TEXTS.wanted,
}

function FriendChoice(props: {
  friend: Friend
  state: RecommendationState | null
  isChosen: boolean
  onChoose: (friend: Friend) => void
}) {
  const { friend, state } = props
  const name = memberName(friend)
  return (
    <Radio
      name="friend"
      className="min-h-12 items-center!"
      disabled={state !== null}
      checked={props.isChosen}
      onChange={() => props.onChoose(friend)}
      label={
        <span className="flex min-w-0 items-center gap-3">
          <Avatar id={friend.id} name={name} src={friend.avatar_url} size={32} />
          <span className="grid min-w-0">
            <bdi className="truncate">{name}</bdi>
            {state && <span className="text-12 text-text-2">{STATE_TEXTS[state]}</span>}
          </span>
        </span>
      }
    />
  )
}
