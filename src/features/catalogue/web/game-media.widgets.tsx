import { useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Lightbox, type LightboxPicture } from '#web/ui/lightbox.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Game } from '../catalogue.contract.ts'
import { MEDIA_TEXTS } from '../game-media.texts.ts'
import { atWidth } from '../game-shapes.rules.ts'
import { PROVIDER_NAMES } from '../videos.rules.ts'
import { GameVideo } from './game-video.widgets.tsx'

/** The number of placeholders for unreachable pictures. */
const PLACES = 6

/** Renders the Media panel of a game: screenshots, videos and artwork. */
export function GameMedia({ game }: { game: Game }) {
  const { screenshots, artworks, videos } = game
  const isUnseen = [...screenshots, ...artworks].some(({ url }) => url === null)
  return (
    <>
      {isUnseen && (
        <p className="mb-6 text-13 text-text-2" role="status">
          {MEDIA_TEXTS.notAvailable}
        </p>
      )}
      {screenshots.length > 0 && <Pictures game={game} title="Screenshots" one="Screenshot" shots={screenshots} />}
      {videos.length > 0 && <Videos game={game} />}
      {artworks.length > 0 && <Pictures game={game} title="Artwork" one="Artwork" shots={artworks} />}
    </>
  )
}

function Pictures(props: { game: Game; title: string; one: string; shots: Game['screenshots'] }) {
  const { game, title, one, shots } = props
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState<number | null>(null)
  const pictures: LightboxPicture[] = shots
    .flatMap(({ url }) => (url !== null && !broken.has(url) ? [url] : []))
    .map((url, n) => ({ src: url, small: atWidth(url, 528), alt: `${one} ${n + 1} of ${game.name}` }))
  const unseen = shots.filter(({ url }) => url === null).length
  const takeOut = ({ src }: LightboxPicture) => {
    setBroken(new Set([...broken, src]))
    // The next picture moves into this position; after the last one the dialog closes.
    if (at !== null) setAt(pictures.length > 1 ? Math.min(at, pictures.length - 2) : null)
  }
  return (
    <Section title={title} aside={<span className="num text-14 text-text-3">{pictures.length + unseen}</span>}>
      {pictures.length + unseen === 0 && <p className="text-14 text-text-2">{MEDIA_TEXTS.noneLoaded}</p>}
      <ul className="shots" aria-label={title}>
        {pictures.map((picture, n) => (
          <li key={picture.src}>
            <button type="button" className="shot" onClick={() => setAt(n)}>
              <img
                src={picture.small}
                alt={picture.alt}
                loading="lazy"
                decoding="async"
                onError={() => takeOut(picture)}
              />
            </button>
          </li>
        ))}
        {Array.from({ length: Math.min(unseen, PLACES) }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <li key={n} className="shot shot-none">
            <Icon name="image" size={20} />
            <span className="visually-hidden">{MEDIA_TEXTS.oneNotReached(one)}</span>
          </li>
        ))}
      </ul>
      <Lightbox
        label={`${title} of ${game.name}`}
        pictures={pictures}
        at={at}
        onMove={setAt}
        onClose={() => setAt(null)}
        onBroken={takeOut}
      />
    </Section>
  )
}

function Videos({ game }: { game: Game }) {
  const [shown, setShown] = useState<Game['videos'][number] | null>(null)
  return (
    <Section title="Videos" aside={<span className="num text-14 text-text-3">{game.videos.length}</span>}>
      <ul className="shots gap-y-4! md:gap-y-5!" aria-label="Videos">
        {game.videos.map((video) => (
          <li key={`${video.provider} ${video.id}`} className="min-w-0">
            <button type="button" className="group block w-full text-left" onClick={() => setShown(video)}>
              <Still address={video.thumbnail_url} />
              <span className="mt-2 block truncate text-14 font-[600] group-hover:underline">{video.name}</span>
              <span className="block text-13 text-text-3">{PROVIDER_NAMES[video.provider]}</span>
            </button>
          </li>
        ))}
      </ul>
      <GameVideo game={game} video={shown} onClose={() => setShown(null)} />
    </Section>
  )
}

function Still({ address }: { address: string | null }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className="shot shot-none">
      {address && !isBroken && (
        <img
          className="absolute inset-0"
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      <span className="shot-play">
        <Icon name="play" size={20} />
      </span>
    </span>
  )
}
