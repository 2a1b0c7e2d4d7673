import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '~/components/ui/breadcrumb'
import * as messages from '~/messages/en/catalogue'

/** The header of a category's page: breadcrumbs, name, description. */
export function CategoryHeader({ category }: { category: { name: string; description: string | null } }) {
  return (
    <>
      <Breadcrumb
        links={[
          <Link key="home" to="/">
            {messages.home}
          </Link>,
          <Link key="categories" to="/categories">
            {messages.categories}
          </Link>,
        ]}
        current={category.name}
      />
      <header className="pt-6 pb-4 md:pt-8">
        <h1 dir="auto" className="display text-[38px] md:text-[52px]">
          {category.name}
        </h1>
        {category.description && (
          <p dir="auto" className="mt-3.5 max-w-[56ch] text-[17px] text-pretty text-ink-soft">
            {category.description}
          </p>
        )}
      </header>
    </>
  )
}
