/** The platforms alone, for the thread that reads uploaded files: the rest of the catalogue would load there, too. */
export { platforms } from './vocabulary.ts'
