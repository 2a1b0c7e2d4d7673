import { capital, type Words } from '#shared/words.ts'

/** Texts of the screen: form. */

export const itWasChangedWhileYou =
  'It was changed while you were editing. Nothing of yours is saved yet: choose what to keep.'
export const theirsSavedNow = 'Theirs, saved now'
export const yours = 'Yours'
export const backToTheForm = 'Back to the form'
export const saveTheseChoices = 'Save these choices'
export const cancel = 'Cancel'
export const publicPage = 'Public page'
export const loading = 'Loading...'
export const slug = 'Slug'
export const stay = 'Stay'
export const leave = 'Leave'
export const username = 'Username'

export const someoneElseSavedThis = (thing: string) => `Someone else saved this ${thing}`
export const deletedMeanwhile = (thing: string, button: string) =>
  `This ${thing} was deleted by someone else. What you typed is still here: "${button}" adds it again.`
export const notThere = (thing: string) => `There is no ${thing} at this address, or it has been deleted.`
export const notFound = (noun: string) => `${noun} not found`
export const checking = 'Checking...'
export const usernameRule = '3-30 letters, numbers, underscores or hyphens. Shown with what you recommend.'
export const usernameAvailable = (username: string) => `@${username} is available`
export const usernameTaken = 'Username is already taken'
export const noSlugOfName = 'No slug can be made of this name. Please type one.'
export const pageAddress = (address: string) => `The page's address: ${address}`
export const leaveWithoutSaving = 'Leave without saving?'
export const changesWillBeLost = 'You have unsaved changes. They will be lost if you leave now.'
export const hideNamed = (name: string) => `Hide ${name}`
export const showNamed = (name: string) => `Show ${name}`

/** The kinds of edited entities: name within a sentence, and link to the list. */
export const things = ({ item, items }: Words) => ({
  tool: { name: capital(item), inSentence: item, all: `All ${items}` },
  category: { name: 'Category', inSentence: 'category', all: 'All categories' },
})
