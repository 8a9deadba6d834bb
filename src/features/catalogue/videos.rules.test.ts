import { describe, expect, test } from 'vitest'
import { SECURITY_HEADERS } from '#server/headers.ts'
import { chooseTrailer, embedAddress, PROVIDER_NAMES, stillAddress, watchAddress } from './videos.rules.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test.each([
  [['Gameplay', 'Launch Trailer'], 'Launch Trailer'],
  [['Gameplay', 'Clip'], 'Gameplay'],
  [['Clip', 'LAUNCH day'], 'LAUNCH day'],
  [['Clip', 'The Official One'], 'The Official One'],
  [['Clip', 'announcement'], 'announcement'],
  [['Clip', 'World Reveal'], 'World Reveal'],
  [['Clip', 'CINEMATIC intro', 'Trailer'], 'CINEMATIC intro'],
])('the trailer of %o is %s [R-GAME-09]', (names, trailer) => {
  expect(chooseTrailer(named(...names))?.name).toBe(trailer)
})

test('without videos there is no trailer [R-GAME-09]', () => {
  expect(chooseTrailer([])).toBeNull()
})

describe('a video link becomes a player that starts at once', () => {
  const YOUTUBE = 'https://www.youtube-nocookie.com/embed/XHrskkHf958?autoplay=1&rel=0'
  test.each([
    ['https://www.youtube.com/watch?v=XHrskkHf958', YOUTUBE],
    ['https://youtube.com/watch?t=5&v=XHrskkHf958', YOUTUBE],
    ['http://m.youtube.com/watch?v=XHrskkHf958', YOUTUBE],
    ['https://youtu.be/XHrskkHf958?t=3', YOUTUBE],
    ['https://www.youtube.com/embed/XHrskkHf958', YOUTUBE],
    ['https://www.youtube.com/shorts/XHrskkHf958', YOUTUBE],
    ['https://www.youtube-nocookie.com/embed/XHrskkHf958/', YOUTUBE],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
    ['https://player.vimeo.com/video/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
    [
      'https://www.twitch.tv/videos/123456789',
      'https://player.twitch.tv/?video=123456789&parent=savepoint.example&autoplay=true',
    ],
    [
      'https://player.twitch.tv/?video=v123456789',
      'https://player.twitch.tv/?video=123456789&parent=savepoint.example&autoplay=true',
    ],
  ])('%s [R-GAME-10 R-GAME-36]', (link, embed) => {
    expect(embedAddress(link, 'savepoint.example')).toBe(embed)
  })

  test.each([
    'javascript:alert(1)',
    'https://evil.example/watch?v=XHrskkHf958',
    'https://youtube.com.evil.example/watch?v=XHrskkHf958',
    'https://www.youtube.com/watch?v="><script>',
    'https://vimeo.com/channels',
    'https://vimeo.com/76979871x',
    'https://vimeo.com/x76979871',
    'https://vimm.eo.com/76979871',
    'https://www.youtube.com/watch?v=XHrskkHf958%20onload',
    'https://www.youtube.com/watch?v=%22XHrskkHf958',
    'https://www.youtube.com/',
    'https://www.twitch.tv/somebody',
    'https://www.twitch.tv/videos/123456789x',
    'https://www.twitch.tv/videos/x123456789',
    'https://twitch.example/videos/123456789',
    'no link',
    '',
  ])('%s is no video link [R-GAME-10]', (link) => {
    expect(embedAddress(link, 'savepoint.example')).toBeNull()
  })

  test('the security policy allows the hosts of the players and no others [R-GAME-36]', () => {
    const policy = SECURITY_HEADERS.find(([name]) => name === 'content-security-policy')?.[1]
    const frames = /frame-src ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ')
    const used = (['youtube', 'vimeo', 'twitch'] as const).map(
      (provider) =>
        new URL(embedAddress(watchAddress(provider, provider === 'youtube' ? 'XHrskkHf958' : '123456'), 'x')!).origin,
    )
    expect(frames?.toSorted()).toEqual(used.toSorted())
  })
})

test('only YouTube has a preview picture', () => {
  expect(stillAddress('youtube', 'XHrskkHf958')).toBe('https://i.ytimg.com/vi/XHrskkHf958/hqdefault.jpg')
  expect(stillAddress('vimeo', '1')).toBeNull()
})

test('every provider has its own name', () => {
  expect(PROVIDER_NAMES).toEqual({ youtube: 'YouTube', vimeo: 'Vimeo', twitch: 'Twitch' })
})
