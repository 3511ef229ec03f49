import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { Component, type ReactElement, type ReactNode } from 'react';
import type { Texts } from '../texts/texts.ts';

interface PageGuardProps {
  readonly texts: Texts;
  /** The address: at another one, another page is tried. */
  readonly at: string;
  readonly children: ReactNode;
}

interface PageGuardState {
  readonly failed: boolean;
  readonly at: string;
}

/** Keeps the navigation when a page fails, as it does when its script is gone after a new version. */
export class PageGuard extends Component<PageGuardProps, PageGuardState> {
  override readonly state: PageGuardState = { failed: false, at: this.props.at };

  static getDerivedStateFromError(): Pick<PageGuardState, 'failed'> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ at }: PageGuardProps, before: PageGuardState): PageGuardState | null {
    return at === before.at ? null : { failed: false, at };
  }

  override render(): ReactNode {
    return this.state.failed ? <ReloadNotice texts={this.props.texts} /> : this.props.children;
  }
}

const ReloadNotice = ({ texts: { shell } }: { readonly texts: Texts }): ReactElement => (
  <Alert
    type="error"
    header={shell.newVersion}
    action={
      <Button
        onClick={() => {
          location.reload();
        }}
      >
        {shell.reload}
      </Button>
    }
  >
    {shell.newVersionWhy}
  </Alert>
);
