import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { call } from '#web/call.ts'
import { draftName } from '#web/drafts/drafts.ts'
import { RestoredDraft } from '#web/drafts/restored-draft.tsx'
import { useStoredDraft } from '#web/drafts/use-stored-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFirstWrong } from '#web/ui/use-first-wrong.ts'
import { fieldProblemsOf } from '#web/write-failure.ts'
import { createThread } from '../forum.endpoints.ts'
import { BODY_MAX, BODY_MIN, CATEGORY_SLUGS, TITLE_MAX, TITLE_MIN, threadPath } from '../forum.rules.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import { THREAD_TEXTS } from '../thread.texts.ts'
import { forumKeys, staleLists } from './forum.api.ts'
import { CATEGORY_NAMES, findCategory, type NewThreadParams } from './forum-address.ts'
import { Breadcrumb } from './forum-parts.tsx'
import { type WriteFailure, writeFailureOf } from './write-failure.tsx'
import { counterOf, PostingFoot, WritingFields } from './writing-fields.tsx'

interface Draft {
  category: string
  title: string
  text: string
  game: GameCard | null
  spoilsTo: number | null
}
type Problems = Partial<Record<'category' | 'title' | 'body', string>>

function problemsOf({ category, title, text }: Draft): Problems {
  const titleLength = lengthOf(readText(title))
  const length = lengthOf(readText(text))
  return {
    ...(!findCategory(category) && { category: FORUM_TEXTS.categoryNeeded }),
    ...((titleLength < TITLE_MIN || titleLength > TITLE_MAX) && { title: FORUM_TEXTS.titleLength }),
    ...((length < BODY_MIN || length > BODY_MAX) && { body: FORUM_TEXTS.bodyLength }),
  }
}

/** The form of a new thread. The address may state the category and the game (G16). */
export function NewThread({ params }: { params: NewThreadParams }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const viewer = useViewer()
  const empty: Draft = { category: params.category ?? '', title: '', text: '', game: null, spoilsTo: null }
  const [draft, setDraft] = useState(empty)
  const [isRestored, setRestored] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<WriteFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const { form, check } = useFirstWrong()
  const isEmpty = draft.title === '' && draft.text === ''
  // The address takes precedence over the stored category and game.
  const restore = (stored: Partial<Draft> | null) => {
    if (!stored) return
    setDraft((before) => ({
      ...before,
      ...stored,
      ...(params.category && { category: params.category }),
      ...(params.gameId && stored.game?.id !== params.gameId && { game: null, spoilsTo: null }),
    }))
    setRestored(true)
  }
  const forgetDraft = useStoredDraft(viewer && draftName('forum', viewer.id, null), isEmpty ? null : draft, restore)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))

  const given = useGivenGame(params.gameId)
  useEffect(() => {
    if (given) setDraft((before) => ({ ...before, game: given }))
  }, [given])

  const send = async () => {
    if (isBusy) return
    const found = problemsOf(draft)
    setProblems(found)
    setFailure(null)
    check()
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const body = {
        category: draft.category as (typeof CATEGORY_SLUGS)[number],
        title: draft.title,
        body: draft.text,
        game_id: draft.game?.id ?? null,
        ...(draft.game && draft.spoilsTo !== null && { spoils_to: draft.spoilsTo }),
      }
      const { thread } = await call(createThread, { body }, { client })
      forgetDraft()
      client.setQueryData(forumKeys.thread(thread.id), thread)
      void staleLists(client)
      toast({ title: thread.is_held ? FORUM_TEXTS.held : 'Thread started' })
      void navigate(threadPath(thread.id), { replace: true })
    } catch (error) {
      const reason = writeFailureOf(error)
      const { category, title, body } = fieldProblemsOf(error)
      const named = { ...(category && { category }), ...(title && { title }), ...(body && { body }) }
      setProblems(named)
      if (Object.keys(named).length === 0) setFailure(reason)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="forum-thread">
      <header className="grid gap-3 pt-(--page-top) pb-6">
        <Breadcrumb />
        <h1 className="title text-40">New thread</h1>
      </header>
      <form
        ref={form}
        noValidate
        aria-label="New thread"
        className="grid grid-cols-1 gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {isRestored && (
          <RestoredDraft
            action="Start over"
            onAction={() => {
              forgetDraft()
              setDraft({ ...empty, game: given })
              setRestored(false)
            }}
          />
        )}
        <Field label="Category" error={problems.category} className="max-w-80">
          <Select
            value={draft.category}
            placeholder="Choose one"
            options={CATEGORY_SLUGS.map((slug) => ({ value: slug, label: CATEGORY_NAMES[slug] }))}
            onChange={(event) => set({ category: event.target.value })}
          />
        </Field>
        <Field label="Title" error={problems.title} counter={counterOf(draft.title, TITLE_MAX, 30)}>
          <TextInput
            dir="auto"
            autoComplete="off"
            placeholder={THREAD_TEXTS.titleExample}
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <GameChoice game={draft.game} onChange={(game) => set({ game, spoilsTo: null })} disabled={isBusy} />
        <WritingFields
          label="Text"
          rows={9}
          box={box}
          value={draft}
          onChange={set}
          most={BODY_MAX}
          gameId={draft.game?.id}
          error={problems.body}
          isBusy={isBusy}
        />
        <PostingFoot label="Start thread" failure={failure} isBusy={isBusy} />
      </form>
    </div>
  )
}

/** The game that the address names; null while it loads, or if there is none. */
function useGivenGame(gameId: GameId | null): GameCard | null {
  const { data } = useQuery({ ...gameQuery(gameId as GameId), enabled: gameId !== null })
  const [card, setCard] = useState<GameCard | null>(null)
  useEffect(() => {
    if (!data) return
    const { id, name, year, genre, developer, cover_url } = data
    setCard({ id, name, year, genre, developer, cover_url })
  }, [data])
  return card
}

/** The game that the thread is about, or a button that opens the search for one. */
function GameChoice(props: { game: GameCard | null; disabled: boolean; onChange: (game: GameCard | null) => void }) {
  const { game, disabled, onChange } = props
  const [isSearching, setSearching] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  const hasChanged = useRef(false)
  const change = (next: GameCard | null) => {
    hasChanged.current = true
    setSearching(false)
    onChange(next)
  }
  // The button that had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change
  useEffect(() => {
    if (hasChanged.current) part.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [game, isSearching])
  return (
    <div ref={part}>
      {game ? (
        <div className="flex items-center gap-3">
          <span className="poster w-12 flex-none">
            <Cover game={posterGame(game)} facts={false} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="fact block">About</span>
            <b className="block font-[650] wrap-anywhere">{game.name}</b>
          </span>
          <Button disabled={disabled} onClick={() => change(null)}>
            Remove game
          </Button>
        </div>
      ) : isSearching ? (
        <GameFinder
          label="Game (optional)"
          action={(found) => (
            <Button aria-label={`Choose ${found.name}`} disabled={disabled} onClick={() => change(found)}>
              Choose
            </Button>
          )}
        />
      ) : (
        <Button
          icon="plus"
          disabled={disabled}
          onClick={() => {
            hasChanged.current = true
            setSearching(true)
          }}
        >
          About a game
        </Button>
      )}
    </div>
  )
}
