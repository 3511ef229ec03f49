import Link from '@cloudscape-design/components/link';
import type { ReactElement, ReactNode } from 'react';
import { useLocation, useRouter } from 'wouter';

interface PageLinkProps {
  /** A path under the portal. */
  readonly to: string;
  readonly children: ReactNode;
  readonly variant?: 'primary' | 'secondary';
  readonly ariaLabel?: string;
  /** Called beside the way to the page. */
  readonly onFollow?: () => void;
}

/** A link to another page of the portal. */
export const PageLink = ({ to, children, variant = 'primary', ariaLabel, onFollow }: PageLinkProps): ReactElement => {
  const [, navigate] = useLocation();
  const { base } = useRouter();
  return (
    <Link
      href={`${base}${to}`}
      variant={variant}
      {...(ariaLabel === undefined ? {} : { ariaLabel })}
      onFollow={(event) => {
        event.preventDefault();
        onFollow?.();
        navigate(to);
      }}
    >
      {children}
    </Link>
  );
};
