import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import type { ReactElement, ReactNode } from 'react';
import { useLocation, useRouter } from 'wouter';

interface PageButtonProps {
  /** A path under the portal. */
  readonly to: string;
  readonly children: ReactNode;
  readonly variant?: ButtonProps.Variant;
  readonly ariaLabel?: string;
}

/** A link to another page that looks like a button. */
export const PageButton = (props: PageButtonProps): ReactElement => {
  const { to, children, variant = 'normal', ariaLabel } = props;
  const [, navigate] = useLocation();
  const { base } = useRouter();
  return (
    <Button
      href={`${base}${to}`}
      variant={variant}
      {...(ariaLabel === undefined ? {} : { ariaLabel })}
      onFollow={(event) => {
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </Button>
  );
};
