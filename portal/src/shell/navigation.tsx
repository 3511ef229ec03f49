import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { useMember } from '../api/member.ts';
import { useTexts } from '../texts/texts.ts';
import { usePlaceNames } from './use-place-names.ts';
import { isAt, places } from './places.ts';

interface NavigationProps {
  readonly unread: number;
  readonly followed: () => void;
}

/** The pages that the member may see. */
export const Navigation = ({ unread, followed }: NavigationProps): ReactElement => {
  const { shell } = useTexts();
  const nameOf = usePlaceNames();
  const [location] = useLocation();
  const { member } = useMember();
  const shown = places.filter(({ scope }) => scope === null || member.scopes.includes(scope));
  return (
    <nav aria-label={shell.navigation} className="shell-navigation">
      <ul>
        {shown.map(({ name, path }) => (
          <li key={name}>
            <Link href={path} onClick={followed} aria-current={isAt(path, location) ? 'page' : undefined}>
              {nameOf(name)}
              {name === 'notifications' && unread > 0 && (
                <span className="shell-badge" aria-label={shell.unread(unread)}>
                  {unread > 99 ? '99+' : unread}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
