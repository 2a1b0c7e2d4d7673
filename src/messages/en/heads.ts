import { capital, type NamedWords, nameWithTopic, title, topicItems, type Words } from '#shared/words.ts'

/**
 * Titles and descriptions of pages, for tabs and search engines. Separate from the other texts, because the head of
 * every route is part of the first load.
 */

export const home = (site: NamedWords) => `${nameWithTopic(site)} - Discover New ${title(topicItems(site))}`
export const newTools = (words: Words) => `New ${title(topicItems(words))}`

export const category = (site: string, name: string) => `${name} - ${site}`
export const aboutCategory = (words: Words, name: string) =>
  `${capital(topicItems(words))} in the category ${name}.`
export const newInCategory = (name: string) => `New in ${name}`

export const categories = (site: NamedWords) => ({
  title: `All Categories - ${site.name}`,
  description: `Every category of ${topicItems(site)} in the directory, with the number of ${site.items} in each.`,
})

export const tool = ({ topic, item }: Words, name: string) =>
  `${name} - ${title(`${topic} ${item} Details`.trim())}`
export const recommendationsOf = (name: string) => `Recommendations of ${name}`

export const signIn = (site: NamedWords) => ({
  title: `Sign In - ${site.name}`,
  description: `Sign in to recommend the ${topicItems(site)} you use.`,
})

export const signUp = (site: NamedWords) => ({
  title: `Sign Up - ${site.name}`,
  description: `Create an account to recommend the ${topicItems(site)} you use, in your own words.`,
})

export const forgotPassword = (site: string) => ({
  title: `Reset Password - ${site}`,
  description: 'Ask for a link to set a new password.',
})

export const resetPassword = (site: string) => ({
  title: `Set New Password - ${site}`,
  description: 'Set a new password for your account.',
})

export const verifyEmail = (site: string) => ({
  title: `Check your email - ${site}`,
  description: 'Open the link in our email to verify your account.',
})

export const confirmLink = (site: string) => ({
  title: `Checking your link - ${site}`,
  description: 'Where the links in our emails lead.',
})

export const profile = (site: string) => ({
  title: `Your Profile - ${site}`,
  description: 'Manage your account information and upvotes',
})

export const admin = (site: NamedWords) => ({
  title: `Admin Dashboard - ${site.name}`,
  description: `${capital(site.items)}, categories and flagged content`,
})

export const adminPage = (page: string, site: string) => `${page} - Admin Dashboard - ${site}`
export const adminTools = ({ items }: Words) => title(items)
export const addNewTool = ({ item }: Words) => `Add New ${title(item)}`
export const editTool = ({ item }: Words) => `Edit ${title(item)}`
export const adminCategories = 'Categories'
export const addNewCategory = 'Add New Category'
export const editCategory = 'Edit Category'
export const flags = 'Flags'
export const people = 'Members'
export const auditLog = 'Audit log'
export const importAndExport = 'Import & export'
export const backup = 'Backup'
export const searchSettings = 'Search'
export const siteSettings = 'Site settings'

/** Every title but home's and a tool's ends in the name of the site. */
export const ofSite = (title: string, site: string) => `${title} - ${site}`
export const pageNotFound = 'Page not found'
export const pageFailed = 'Something went wrong'
export const toolNotFound = ({ item }: Words) => `${title(item)} Not Found`
