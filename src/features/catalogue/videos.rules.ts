import type { VideoProvider } from './catalogue.contract.ts'

/** How long the video stays in its dialog after closing, in milliseconds (R-GAME-11). */
export const TRAILER_CLOSE_MS = 300

const TRAILER = /trailer|launch|official|announcement|reveal|cinematic/i

/**
 * Returns the first video whose name contains 'trailer' in any letter case; else the first; null for none (R-GAME-09).
 */
export function chooseTrailer<V extends { name: string }>(videos: readonly V[]): V | null {
  return videos.find((video) => TRAILER.test(video.name)) ?? videos[0] ?? null
}

export const PROVIDER_NAMES: Record<VideoProvider, string> = { youtube: 'YouTube', vimeo: 'Vimeo', twitch: 'Twitch' }

/** Returns the address of a video's page at its provider. */
export function watchAddress(provider: VideoProvider, id: string): string {
  const part = encodeURIComponent(id)
  switch (provider) {
    case 'youtube':
      return `https://www.youtube.com/watch?v=${part}`
    case 'vimeo':
      return `https://vimeo.com/${part}`
    case 'twitch':
      return `https://www.twitch.tv/videos/${part}`
  }
}

/** Returns the preview picture of a video; null for a provider without a known address. */
export function stillAddress(provider: VideoProvider, id: string): string | null {
  return provider === 'youtube' ? `https://i.ytimg.com/vi/${encodeURIComponent(id)}/hqdefault.jpg` : null
}

/**
 * Converts a link of a video site to the address of an embedded player that starts at once; null when it belongs to
 * none of the three sites or has no video (R-GAME-10, R-GAME-36). The hosts are those of frame-src in
 * server/headers.ts. Twitch plays only with the name of the page's host.
 */
export function embedAddress(link: string, pageHost: string): string | null {
  const url = URL.canParse(link) ? new URL(link) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  const host = url.hostname.replace(/^(?:www|m|player)\./, '')
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const id = url.searchParams.get('v') ?? last
    return /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0` : null
  }
  if (host === 'vimeo.com') {
    const id = parts.find((part) => /^\d+$/.test(part))
    return id ? `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1` : null
  }
  if (host === 'twitch.tv') {
    const id = /^v?(\d+)$/.exec(url.searchParams.get('video') ?? last)?.[1]
    if (!id) return null
    return `https://player.twitch.tv/?video=${id}&parent=${encodeURIComponent(pageHost)}&autoplay=true`
  }
  return null
}
