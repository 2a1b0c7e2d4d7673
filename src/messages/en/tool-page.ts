import { title, type Words } from '#shared/words.ts'

/** Texts of the screen: tool page. */

export const alternatives = 'Alternatives'
export const tryAgain = 'Try again'
export const noAlternativesYet = 'No alternatives yet'
export const home = 'Home'
export const tools = ({ items }: Words) => title(items)
export const facts = 'Facts'
export const featured = 'Featured'
export const categories = 'Categories'
export const visitWebsite = 'Visit Website'
export const opensInANewTab = 'Opens in a new tab'
export const theToolYoureLookingFor = ({ item }: Words) =>
  `The ${item} you're looking for doesn't exist or has been removed.`
export const backToToolsDirectory = ({ items }: Words) => `Back to ${title(items)} Directory`
export const appealInYourProfile = 'Appeal in your profile'
export const loadingRecommendations = 'Loading recommendations'
export const userRecommendations = 'User Recommendations'
export const noRecommendationsToShow = 'No recommendations to show'
export const noRecommendationsYet = 'No recommendations yet'
export const doYouUseThisTool = ({ item }: Words) => `Do you use this ${item}? Upvote it and say why.`
export const you = 'You'

export const logo = (name: string) => `${name} logo`
export const noLogo = 'No Logo'
export const hiddenInReview = 'Only you can see this: it is hidden while a moderator reviews a report.'
export const hiddenUntilAppealed = 'Only you can see this: it is hidden until your appeal is reviewed.'
export const hiddenByDecision = 'Only you can see this: a moderator upheld a report.'
export const hiddenCount = (hidden: number) =>
  hidden === 1
    ? '1 recommendation is hidden while a moderator reviews a report.'
    : `${hidden} recommendations are hidden while a moderator reviews reports.`
