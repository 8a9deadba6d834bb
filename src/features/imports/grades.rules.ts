/** A grade in letters, as schools and tier lists have it. */
export const LETTER_GRADE = /^(?:s|[a-df][+-]?)$/i

/** What each grade becomes, in half stars, unless the member says otherwise. */
export const LETTER_GRADES: Readonly<Record<string, number>> = {
  ...{ S: 10, 'A+': 10, A: 9, 'A-': 9, 'B+': 8, B: 7, 'B-': 7 },
  ...{ 'C+': 6, C: 5, 'C-': 5, 'D+': 4, D: 3, 'D-': 3, 'F+': 2, F: 1, 'F-': 1 },
}
