import { type DialogVideo, VideoDialog } from '#web/ui/video-dialog.tsx'
import type { Game } from '../catalogue.contract.ts'
import { embedAddress, PROVIDER_NAMES, TRAILER_CLOSE_MS } from '../videos.rules.ts'

/** Renders one of a game's videos in a dialog; null closes it. */
export function GameVideo(props: {
  game: Pick<Game, 'name'>
  video: Game['videos'][number] | null
  onClose: () => void
}) {
  return (
    <VideoDialog
      video={props.video && dialogVideo(props.game.name, props.video)}
      closeMs={TRAILER_CLOSE_MS}
      onClose={props.onClose}
    />
  )
}

function dialogVideo(game: string, video: Game['videos'][number]): DialogVideo {
  return {
    title: `${game}: ${video.name}`,
    player: embedAddress(video.url, location.hostname),
    link: { href: video.url, label: `Watch on ${PROVIDER_NAMES[video.provider]}` },
  }
}
