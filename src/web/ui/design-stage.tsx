import { useState } from 'react'
import { Button } from './button.tsx'
import { Part } from './design-part.tsx'
import { Icon } from './icon.tsx'
import { Lightbox, type LightboxPicture } from './lightbox.tsx'
import { ShotsSkeleton } from './list-skeletons.tsx'
import { LoadingSpinner } from './loading-spinner.tsx'
import { ScrollTop } from './scroll-top.tsx'
import { HeaderSkeleton } from './shell.tsx'
import { panelId, TabList, tabId } from './tab-list.tsx'
import { type DialogVideo, VideoDialog } from './video-dialog.tsx'

const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'media', label: 'Media', count: 14 },
  { id: 'achievements', label: 'Achievements', count: '28/63' },
]

const shade = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="608"><rect width="1080" height="608" fill="hsl(${hue} 45% 35%)"/><circle cx="540" cy="300" r="160" fill="hsl(${hue} 60% 65%)"/></svg>`,
  )}`
const PICTURES: LightboxPicture[] = [20, 110, 200, 290].map((hue, n) => ({
  src: shade(hue),
  alt: `Picture ${n + 1} of 4`,
}))
const LINK = { href: 'https://www.youtube.com/', label: 'Watch on YouTube' }
const VIDEOS: Record<string, DialogVideo> = {
  'A video': { title: 'A game: Launch Trailer', player: 'about:blank', link: LINK },
  'One that cannot be played': { title: 'A game: A clip with a long name that ends in dots', player: null, link: LINK },
}

/** Design page: the parts of a game's page: tabs of panels, lightbox and video dialog, the button to the top. */
export function DesignStage() {
  const [tab, setTab] = useState('media')
  const [at, setAt] = useState<number | null>(null)
  const [video, setVideo] = useState<DialogVideo | null>(null)
  return (
    <>
      <Part title="Panels">
        <TabList label="Panels" path="/design" items={TABS} current={tab} onSelect={setTab} />
        <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} className="pt-4 text-text-2">
          What is under {tab}. On phones the tabs are a dropdown.
        </div>
      </Part>
      <Part title="Pictures and videos">
        <Shots onOpen={setAt} />
        <div className="mt-4 flex flex-wrap gap-2">
          {Object.entries(VIDEOS).map(([label, each]) => (
            <Button key={label} icon="play" onClick={() => setVideo(each)}>
              {label}
            </Button>
          ))}
        </div>
        <div className="mt-6">
          <ShotsSkeleton count={3} />
        </div>
        <Lightbox
          label="Pictures"
          pictures={PICTURES}
          at={at}
          onMove={setAt}
          onClose={() => setAt(null)}
          onBroken={() => setAt(null)}
        />
        <VideoDialog video={video} closeMs={300} onClose={() => setVideo(null)} />
      </Part>
      <Part title="On its way">
        <div className="flex flex-wrap items-center gap-8">
          <LoadingSpinner />
          <LoadingSpinner message="Reading the file..." />
          <HeaderSkeleton />
        </div>
      </Part>
      <ScrollTop />
    </>
  )
}

function Shots({ onOpen }: { onOpen: (at: number) => void }) {
  return (
    <ul className="shots" aria-label="Pictures">
      {PICTURES.map((picture, n) => (
        <li key={picture.src}>
          <button type="button" className="shot" onClick={() => onOpen(n)}>
            <img src={picture.src} alt={picture.alt} />
          </button>
        </li>
      ))}
      <li className="shot shot-none">
        <Icon name="image" size={20} />
      </li>
      <li className="shot shot-none">
        <span className="shot-play">
          <Icon name="play" size={20} />
        </span>
      </li>
    </ul>
  )
}
