import type { SharedPictures } from '../images.ts'
import type { Storage } from './storage.ts'

/** The folder of the scaled pictures of other hosts. */
export const STORED_PICTURES = 'images/'
/** A picture that the storage does not send by then is fetched from its host. */
const WAIT_MS = 1_500

/**
 * Lets all nodes share their scaled pictures in the storage. It costs speed when it fails, and never a picture: the storage
 * itself logs why.
 */
export const createSharedPictures = (storage: Storage): SharedPictures => ({
  find: (key) => storage.get(STORED_PICTURES + key, WAIT_MS).catch(() => null),
  keep: (key, bytes) => storage.put(STORED_PICTURES + key, bytes).catch(() => undefined),
})
