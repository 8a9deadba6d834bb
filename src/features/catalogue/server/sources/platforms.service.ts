/** The platforms alone, for the thread that reads uploaded files: the rest of the catalogue would load there, too. */
export { platformIdOf } from './platform-names.ts'
export { platforms } from './vocabulary.ts'
