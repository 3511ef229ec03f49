import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { PageLink } from './page-link.tsx';

interface PageProps {
  readonly title: string;
  /** The title of the window, which browsers keep in their history: of a page about a person, one without the name. */
  readonly windowTitle?: string;
  /** The page that this one is below. */
  readonly parent?: { readonly name: string; readonly path: string };
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The first page is not announced: the browser does it when it has loaded. */
let isFirst = true;

/** A page with its heading, which gets the focus when the page is opened, so that screen readers say where one is. */
export const Page = ({
  title,
  windowTitle = title,
  parent,
  description,
  actions,
  children,
}: PageProps): ReactElement => {
  const { shell } = useTexts();
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${windowTitle} – ${shell.product}`;
  }, [windowTitle, shell]);
  useEffect(() => {
    if (!isFirst) {
      // The heading would be below what stays at the top of the window.
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    isFirst = false;
  }, []);
  return (
    <SpaceBetween size="l">
      <div>
        {parent !== undefined && (
          <nav className="breadcrumbs" aria-label={shell.breadcrumbs}>
            <ol>
              <li>
                <PageLink to={parent.path}>{parent.name}</PageLink>
              </li>
              <li aria-current="page">
                <span className="clamped">{title}</span>
              </li>
            </ol>
          </nav>
        )}
        <div ref={heading} tabIndex={-1} className="page-heading">
          <Header variant="h1" description={description} actions={actions}>
            {title}
          </Header>
        </div>
      </div>
      {children}
    </SpaceBetween>
  );
};
