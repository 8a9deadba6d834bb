import { COLORS } from '#server/pictures/parts.ts'
import { APP_ICON_NAMES, APP_ICONS, APP_PICTURE_NAMES, APP_PICTURES, SHARE } from '../../install.rules.ts'
import { MANIFEST_TEXTS } from '../../install.texts.ts'

const { shortcuts } = MANIFEST_TEXTS
/** The name of the site on the pictures. */
const PICTURED_NAME = 'Savepoint'
const ICON = { src: '/api/app/icons/any-192', sizes: '192x192', type: 'image/png' }

/**
 * Returns the web app manifest (W3C): the name, colours, icons, shortcuts and pictures of the installed app. The name
 * Savepoint is on the pictures, so a site with another name has none.
 */
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
  ...(productName === PICTURED_NAME && {
    screenshots: APP_PICTURE_NAMES.map((name) => {
      const { shows, width, height, form } = APP_PICTURES[name]
      return {
        src: `/api/app/pictures/${name}`,
        sizes: `${width}x${height}`,
        type: 'image/webp',
        form_factor: form,
        label: MANIFEST_TEXTS.pictures[shows],
      }
    }),
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
