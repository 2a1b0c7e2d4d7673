/** Texts of the upvote control, part of the first load: separate from those of its dialogs. */

export const verb = (upvoted: boolean) => (upvoted ? 'Upvoted' : 'Upvote')
export const seeOwn = 'See your recommendation'
export const controlName = (upvoted: boolean, name: string, count: number) =>
  `${verb(upvoted)} ${name}, ${count} ${count === 1 ? 'upvote' : 'upvotes'}`
