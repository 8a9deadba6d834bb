import { Suspense, useState } from 'react'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { chooseTrailer } from '#features/catalogue/videos.rules.ts'
import { copyLink } from '#web/copy.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'

const loadVideo = () => import('#features/catalogue/web/game-video.widgets.tsx')
const GameVideo = lazyLoaded(loadVideo, 'GameVideo')

/** The actions under the head of a game's page besides the library: play the trailer, share the link. */
export function HeroActions({ game }: { game: Game }) {
  return (
    <>
      <Trailer game={game} />
      <ShareButton name={game.name} path={`/game/${game.id}`} />
    </>
  )
}

function Trailer({ game }: { game: Game }) {
  const trailer = chooseTrailer(game.videos)
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  if (!trailer) return null
  return (
    <>
      <Button icon="play" onPointerEnter={() => void loadVideo()} onClick={() => setState('open')}>
        Watch Trailer
      </Button>
      {state !== 'never' && (
        <Suspense>
          <GameVideo game={game} video={state === 'open' ? trailer : null} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}

/** As the first of its row, its icon stands at the edge of the text above. */
function ShareButton({ name, path }: { name: string; path: string }) {
  return (
    <Button kind="quiet" icon="share" className="first:-ml-2" onClick={() => void copyLink(path, name)}>
      Share
    </Button>
  )
}
