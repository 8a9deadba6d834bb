const PLATFORMS: Readonly<Record<string, string>> = {
  'pc-windows': 'PC (Microsoft Windows)',
  'pc-linux': 'Linux',
  mac: 'Mac',
  playstation: 'PlayStation',
  'playstation-2': 'PlayStation 2',
  'playstation-3': 'PlayStation 3',
  'playstation-4': 'PlayStation 4',
  'playstation-5': 'PlayStation 5',
  'playstation-vita': 'PlayStation Vita',
  'playstation-psp': 'PlayStation Portable',
  xbox: 'Xbox',
  'xbox-360': 'Xbox 360',
  'xbox-one': 'Xbox One',
  'xbox-series': 'Xbox Series X|S',
  'nintendo-switch': 'Nintendo Switch',
  'nintendo-switch-2': 'Nintendo Switch 2',
  'nintendo-wii': 'Wii',
  'nintendo-wii-u': 'Wii U',
  'nintendo-3ds': 'Nintendo 3DS',
  'nintendo-ds': 'Nintendo DS',
  android: 'Android',
  ios: 'iOS',
}

/** Returns IGDB's name of a platform of nexorious, or its slug as written. */
export const platformOfSlug = (slug: string): string =>
  Object.hasOwn(PLATFORMS, slug) ? (PLATFORMS[slug] as string) : slug
