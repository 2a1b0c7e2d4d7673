import { createFileRoute } from '@tanstack/react-router'
import { readSignInSearch } from '~/features/account/account-search'
import { SignInPage } from '~/features/account/sign-in-page'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/login')({
  validateSearch: readSignInSearch,
  head: () =>
    pageHead({
      title: `Sign In - ${getEnvironment().productName}`,
      description: 'Sign in to recommend the AI tools you use.',
      path: '/login',
      index: false,
    }),
  component: Login,
})

function Login() {
  const { next, notice } = Route.useSearch()
  return <SignInPage next={next} notice={notice} />
}
