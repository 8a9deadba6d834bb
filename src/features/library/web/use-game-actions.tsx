import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { Status } from '../library.rules.ts'
import { requestDialog } from './dialog-requests.ts'
import type { Acting } from './game-actions.ts'

const loadActions = () => import('./game-actions.ts')
const LogDialog = lazy(() => import('./progress-dialog.tsx').then((module) => ({ default: module.ProgressDialog })))
const RemoveDialog = lazy(() => import('./remove-dialog.tsx').then((module) => ({ default: module.RemoveDialog })))

/** What the library needs of a game: its card, and the number of achievements where a page knows it. */
export type ActionGame = GameCard & { achievements?: { total: number } }

export type OpenDialog = { kind: 'log'; preset?: 'completed' } | { kind: 'remove' }

export interface GameActions {
  chooseStatus: (status: Status) => void
  /** Half stars, 0.5 to 5; null clears. */
  rate: (stars: number | null) => Promise<void>
  like: (liked: boolean) => void
  addHalfHour: () => void
  openLog: () => void
  askToRemove: () => void
  /** Fetches what the first action needs; call it when one is likely (hover, focus). */
  prepare: () => void
  /** To be rendered: the dialog that is open. */
  dialog: ReactNode
}

/** Everything the viewer can do with one game. The code of it arrives with the first action. */
export function useGameActions(game: ActionGame): GameActions {
  const client = useQueryClient()
  const viewer = useViewer()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  // A visitor's opens after the sign-in, when this may be gone.
  const openDialog = (open: OpenDialog) => (viewer ? setOpen(open) : requestDialog({ game, open }))

  const acting: Acting = {
    client,
    viewer,
    gameId: game.id,
    openLog: (preset) => openDialog({ kind: 'log', ...(preset && { preset }) }),
  }
  type Actions = Awaited<ReturnType<typeof loadActions>>
  const run = (work: (actions: Actions) => unknown) => loadActions().then(async (actions) => void (await work(actions)))
  // A visitor meets no dialog: the sign-in comes first.
  const asMember = (then: () => void) =>
    viewer ? then() : void run((actions) => actions.askToSignIn(acting, 'add', then))

  return {
    chooseStatus: (status) => void run((actions) => actions.chooseStatus(acting, status)),
    rate: (stars) => run((actions) => actions.rate(acting, stars)),
    like: (liked) => void run((actions) => actions.like(acting, liked)),
    addHalfHour: () => void run((actions) => actions.addHalfHour(acting)),
    openLog: () => asMember(() => acting.openLog()),
    askToRemove: () => asMember(() => openDialog({ kind: 'remove' })),
    prepare: () => void loadActions(),
    dialog: open && <GameDialog game={game} acting={acting} open={open} onClose={close} />,
  }
}

export function GameDialog(props: {
  game: ActionGame | null
  acting: Omit<Acting, 'gameId'>
  open: OpenDialog
  onClose: () => void
}) {
  const { open, ...rest } = props
  return (
    <Suspense>
      {open.kind === 'log' ? <LogDialog {...rest} preset={open.preset} /> : <RemoveDialog {...rest} />}
    </Suspense>
  )
}
