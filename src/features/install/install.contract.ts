import * as z from 'zod/mini'
import { contract, FileBytes } from '#shared/contract.ts'
import * as endpoints from './install.endpoints.ts'
import { APP_ICON_NAMES, APP_PICTURE_NAMES } from './install.rules.ts'

export const getManifest = contract(endpoints.getManifest, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Get the manifest with which browsers install the site as an app',
  response: FileBytes,
  file: 'application/manifest+json',
})

export const getAppIcon = contract(endpoints.getAppIcon, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Get an icon of the installed app',
  params: z.object({ icon: z.enum(APP_ICON_NAMES, 'There is no such icon') }),
  response: FileBytes,
  file: 'image/png',
})

export const getAppPicture = contract(endpoints.getAppPicture, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Get a picture of the app, which systems show before they install it',
  params: z.object({ picture: z.enum(APP_PICTURE_NAMES, 'There is no such picture') }),
  response: FileBytes,
  file: 'image/webp',
})

export const recoverDevice = contract(endpoints.recoverDevice, {
  access: 'anyone',
  beforeSignIn: true,
  summary:
    'Make the browser forget everything that this site has stored on the device, except the session; only by its address',
  response: FileBytes,
  file: 'text/html; charset=utf-8',
  refusals: { 403: ['from_other_site'] },
})
