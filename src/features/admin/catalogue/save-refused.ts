/**
 * Why the database did not save what a form sent. `changed`: someone else saved since; `gone`: it was deleted since;
 * `taken`: the slug is another's; `categories`: the tool was fine, those chosen for it were not. `reason` is for the person. `answered` is false where it may have been saved all the
 * same, because no answer came.
 */
export class SaveRefused extends Error {
  readonly because: 'changed' | 'gone' | 'taken' | 'categories' | 'other'
  readonly answered: boolean

  constructor(because: SaveRefused['because'], reason: string, answered = true) {
    super(reason)
    this.name = 'SaveRefused'
    this.because = because
    this.answered = answered
  }
}

export const SLUG_TAKEN = 'Slug is already taken'
export const UNREACHABLE = 'The server could not be reached'
