import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT_FOLDER } from '#db/project-folder.ts'
import type { AppPictureName } from '../../install.rules.ts'

const FOLDER = join(PROJECT_FOLDER, 'src/features/install/server/app/pictures')

/** Reads a picture of the app. */
export const readAppPicture = (name: AppPictureName): Promise<Uint8Array> => readFile(join(FOLDER, `${name}.webp`))
