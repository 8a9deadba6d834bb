import { COLORS } from '#server/pictures/parts.ts'
import { APP_ICON_NAMES, APP_ICONS, SHARE } from '../../install.rules.ts'
import { MANIFEST_TEXTS } from '../../install.texts.ts'

const { shortcuts } = MANIFEST_TEXTS
const ICON = { src: '/api/app/icons/any-192', sizes: '192x192', type: 'image/png' }

/** Returns the web app manifest (W3C): the name, colours, icons and shortcuts of the installed app. */
export const manifestOf = (productName: string) => ({
  id: '/',
  name: productName,
  short_name: productName,
  description: MANIFEST_TEXTS.about,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: COLORS.ground,
  theme_color: COLORS.ground,
  categories: ['games', 'social', 'entertainment'],
  icons: APP_ICON_NAMES.filter((name) => APP_ICONS[name].isListed).map((name) => {
    const { size, purpose } = APP_ICONS[name]
    return { src: `/api/app/icons/${name}`, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }),
  share_target: {
    action: SHARE,
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  shortcuts: [
    { name: shortcuts.log, url: '/all-games', icons: [ICON] },
    { name: shortcuts.search, url: '/search', icons: [ICON] },
    { name: shortcuts.library, url: '/profile/games', icons: [ICON] },
    { name: shortcuts.messages, url: '/messages', icons: [ICON] },
  ],
})
