import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { Status } from '#features/library/library.rules.ts'
import { reviewDialog } from '#features/library/web/library.slots.ts'
import type { Acting, ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { contributionsTo, SlotContent } from '#web/slots.tsx'
import { requestDialog } from './dialog-requests.ts'

const loadActions = () => import('#features/play-log/web/game-actions.api.ts')
const LogDialog = lazyLoaded(() => import('#features/play-log/web/progress-dialog.widgets.tsx'), 'ProgressDialog')
const CopiesDialog = lazyLoaded(() => import('#features/copies/web/copies-dialog.widgets.tsx'), 'CopiesDialog')
const RemoveDialog = lazyLoaded(() => import('./remove-dialog.tsx'), 'RemoveDialog')

export type OpenDialog =
  | { kind: 'log'; preset?: 'completed' }
  | { kind: 'remove' }
  | { kind: 'copies' }
  | { kind: 'review' }

export interface GameActions {
  chooseStatus: (status: Status) => void
  /** Half stars, 0.5 to 5; null clears. */
  rate: (stars: number | null) => Promise<void>
  like: (liked: boolean) => void
  addHalfHour: () => void
  openLog: () => void
  askToRemove: () => void
  /** Opens the viewer's copies of a game of the library. */
  openCopies: () => void
  /** Opens the form of a review; null if no feature has one. */
  openReview: (() => void) | null
  /** Preloads the code of the first action; called when an action is likely (hover, focus). */
  prepare: () => void
  /** The open dialog, to be rendered. */
  dialog: ReactNode
}

/** Returns every action of the viewer on one game. Their code is loaded with the first action. */
export function useGameActions(game: ActionGame): GameActions {
  const client = useQueryClient()
  const viewer = useViewer()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  // For a visitor the dialog opens after the sign-in, when this component may no longer exist.
  const openDialog = (open: OpenDialog) => (viewer ? setOpen(open) : requestDialog({ game, open }))

  const acting: Acting = {
    client,
    viewer,
    gameId: game.id,
    gameName: game.name,
    openLog: (preset) => openDialog({ kind: 'log', ...(preset && { preset }) }),
  }
  const openReview = () => openDialog({ kind: 'review' })
  type Actions = Awaited<ReturnType<typeof loadActions>>
  const run = (work: (actions: Actions) => unknown) => loadActions().then(async (actions) => void (await work(actions)))
  // A visitor sees no dialog: the sign-in comes first.
  const asMember = (then: () => void) =>
    viewer ? then() : void run((actions) => actions.askToSignIn(acting, 'add', then))

  return {
    chooseStatus: (status) => void run((actions) => actions.chooseStatus(acting, status)),
    rate: (stars) => run((actions) => actions.rate(acting, stars)),
    like: (liked) => void run((actions) => actions.like(acting, liked)),
    addHalfHour: () => void run((actions) => actions.addHalfHour(acting)),
    openLog: () => asMember(() => acting.openLog()),
    askToRemove: () => asMember(() => openDialog({ kind: 'remove' })),
    openCopies: () => openDialog({ kind: 'copies' }),
    openReview: contributionsTo(reviewDialog).length > 0 && !isOwnGameId(game.id) ? () => asMember(openReview) : null,
    prepare: () => void loadActions(),
    dialog: open && <GameDialog game={game} acting={acting} open={open} onClose={close} onReview={openReview} />,
  }
}

export function GameDialog(props: {
  game: ActionGame | null
  acting: Omit<Acting, 'gameId' | 'gameName'>
  open: OpenDialog
  onClose: () => void
  /** Opens the form of a review in place of the log. */
  onReview: (game: ActionGame) => void
}) {
  const { open, onReview, ...rest } = props
  const { game, onClose } = rest
  return (
    <Suspense>
      {open.kind === 'log' ? (
        <LogDialog {...rest} preset={open.preset} onReview={onReview} />
      ) : open.kind === 'remove' ? (
        <RemoveDialog {...rest} />
      ) : open.kind === 'copies' ? (
        game && <CopiesDialog {...rest} game={game} />
      ) : (
        game && <SlotContent slot={reviewDialog} game={game} onClose={onClose} />
      )}
    </Suspense>
  )
}
